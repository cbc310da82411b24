import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { listTransactions } from "~/money/list-transactions.server";
import { allMovements } from "~/money/inside/billing/list-movements.server";
import { clearFinding } from "~/fleet/inside/nodes/findings/clear-finding.server";
import { scheduleAll } from "~/compute/schedule.server";
import { listIncidents } from "~/compute/list-incidents.server";
import { DEAD_GPU, find, nodeOf, OWN_ERROR } from "./a-finding";
import {
  aCustomer,
  aMachine,
  anEmptyStage,
  aQueuedTask,
  aRunningTask,
  at,
  noticesOf,
  pass,
  stop,
  taskRow,
  tick,
} from "./stage";
import { anAdmin } from "../../support/world";

beforeEach(anEmptyStage);

const eventsOf = async (resvGuid: string) =>
  (await db.query<{ text: string }>(`select text from task_event where resv_guid = $1 order by id`, [resvGuid])).map(
    ({ text }) => text,
  );
const refundsOf = async (resvGuid: string) =>
  (await db.query(`select from ledger_transaction where resv_guid = $1 and kind = 'refund'`, [resvGuid])).length;
const nodesOfIncident = async (resvGuid: string) =>
  (await listIncidents({ from: at(0), limit: 99 })).rows.find((row) => row.resvGuid === resvGuid)?.nodes;
/**
 * The states of a customer's tasks in the lists of money and their CSV, with the number of nodes that finished and
 * failed.
 */
async function moneyOf(tenantId: number): Promise<unknown> {
  const short = (await listTransactions({ tenantId, now: at(99) })).filter(({ kind }) => kind === "task");
  const whole = [];
  const filter = { kind: "task", days: null, task: null } as const;
  for await (const row of allMovements({ tenantId, userId: 0, inTeam: false, filter, now: at(99) })) whole.push(row);
  expect(whole).toMatchObject(short);
  return short.map((row) => [row.status, row.nodes_finished_correctly, row.nodes_incident]);
}
const by = { userId: 0, requestId: "test" };

describe("A task on a failing GPU", () => {
  test("is notified, and is lost with its refund when it ends on its own, once", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 50);
    find(machine, DEAD_GPU);
    await machine.report(at(55));
    expect((await eventsOf(resvGuid)).at(-1)).toBe(
      "the machine has a fault: Xid 79, GPU has fallen off the bus on GPU 0",
    );
    expect((await noticesOf(tenantId)).at(-1)).toMatch(
      /has a fault: Xid 79, GPU has fallen off the bus on GPU 0\. Save what you can/,
    );
    machine.endItself(machine.running[0] ?? "", 1);
    await machine.report(at(60));
    expect(await taskRow(resvGuid)).toMatchObject({
      state: "lost",
      reason: "a GPU failed: Xid 79, GPU has fallen off the bus on GPU 0",
      charged_seconds: 45,
    });
    await tick(at(61));
    expect(await refundsOf(resvGuid)).toBe(1);
    const [refund] = await db.query<{ units: bigint }>(
      `select -e.units as units from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
         join ledger_account a on a.id = e.account_id and a.kind = 'refund' where t.resv_guid = $1`,
      [resvGuid],
    );
    // 45 s at 95 cents an hour are 4275 units, of which a whole cent was billed.
    expect(refund?.units).toBe(3600n);
    expect(await moneyOf(tenantId)).toEqual([["Incident", 0, 1]]);
    expect(await nodesOfIncident(resvGuid)).toEqual([(await nodeOf(machine)).node_name]);
    expect((await noticesOf(tenantId)).at(-1)).toContain("was lost: a GPU failed");
  });

  test("of two nodes is an incident of both, whichever ended first", async () => {
    const { tenantId } = await aCustomer();
    const machines = [await aMachine(), await aMachine()];
    const [one, other] = machines;
    const resvGuid = await aRunningTask(tenantId, machines, { gpus: 16 });
    await pass(machines, 15, 50);
    if (!one || !other) throw new Error("two machines were made");
    find(one, DEAD_GPU);
    await one.report(at(55));
    // The failure on one node ends the program on the other one first.
    other.endItself(other.running[0] ?? "", 1);
    await other.report(at(60));
    one.endItself(one.running[0] ?? "", 1);
    await one.report(at(62));
    await tick(at(63));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "lost" });
    expect(await moneyOf(tenantId)).toEqual([["Incident", 0, 2]]);
    expect(await nodesOfIncident(resvGuid)).toHaveLength(2);
  });

  test("that fails once more, as a pilot's agent read in the kernel log, is told to the customer", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    await aRunningTask(tenantId, [machine]);
    await db.query(
      `insert into node_finding (node_id, name, gpu, gpu_id, severity, action, text, count, first_at, last_at, agent_ts)
       values ($1, 'xid-79', 'GPU-0', 0, 'critical', 'reboot', '', 1, $2, $2, 1)`,
      [machine.nodeId, at(0)],
    );
    const told = async () => (await noticesOf(tenantId)).filter((text) => /has a fault: Xid 79/.test(text)).length;
    find(machine, DEAD_GPU);
    await machine.report(at(15));
    expect(await told()).toBe(0);
    for (const [count, second] of [
      [2, 20],
      [3, 25],
    ] as const) {
      find(machine, { ...DEAD_GPU, count });
      await machine.report(at(second));
      expect(await told()).toBe(1);
    }
  });

  test("that ends in the report of the GPU's failure is lost as well", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 50);
    find(machine, DEAD_GPU);
    machine.endItself(machine.running[0] ?? "", 1);
    await machine.report(at(55));
    await tick(at(56));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "lost" });
    expect(await refundsOf(resvGuid)).toBe(1);
    expect(await moneyOf(tenantId)).toEqual([["Incident", 0, 1]]);
  });

  test.each([1, 2, 3])(
    "that fails while its task starts, by the report %i, is left for another, uncharged",
    async (known) => {
      const { tenantId } = await aCustomer();
      const machine = await aMachine();
      const resvGuid = await aQueuedTask(tenantId);
      await scheduleAll({ now: at(9) });
      await machine.hear();
      for (let report = 1; report <= 3; report += 1) {
        if (report === known) find(machine, DEAD_GPU);
        if (report === 3) machine.settle();
        await machine.report(at(10 + report));
      }
      const other = await aMachine();
      await scheduleAll({ now: at(14) });
      await other.beat(at(15));
      expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
      expect(other.running).toHaveLength(1);
      await machine.beat(at(16));
      expect(machine.running).toEqual([]);
      expect(await refundsOf(resvGuid)).toBe(0);
    },
  );

  test.each(["uvm-fatal", "sxid-20034"])("is notified of a fault of all GPUs of its node: %s", async (name) => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    find(machine, { ...DEAD_GPU, name, gpu: "", gpu_id: null, text: "All is lost" });
    await machine.report(at(15));
    expect((await noticesOf(tenantId)).at(-1)).toContain("has a fault: All is lost. Save what you can");
    find(machine, { ...DEAD_GPU, name: "disk-full", gpu: "", gpu_id: null, text: "The disk is full" });
    await machine.report(at(20));
    expect((await noticesOf(tenantId)).join()).not.toContain("disk");
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  });

  test("whose node is back from a silence with it is notified as well", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 30);
    await pass([], 35, 60);
    expect(await taskRow(resvGuid)).toMatchObject({ state: "incident" });
    find(machine, DEAD_GPU);
    await machine.report(at(61));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
    expect((await noticesOf(tenantId)).at(-1)).toContain("has a fault: Xid 79");
    expect(await eventsOf(resvGuid)).toContain("the machine has a fault: Xid 79, GPU has fallen off the bus on GPU 0");
  });

  test("that its customer stops is killed, with the same refund", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 60);
    find(machine, DEAD_GPU);
    await machine.report(at(65));
    await stop(resvGuid, at(66));
    await machine.beat(at(70));
    await tick(at(71));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "killed", reason: "killed by you" });
    expect(await refundsOf(resvGuid)).toBe(1);
    expect((await noticesOf(tenantId)).at(-1)).toContain(
      "had failed: Xid 79, GPU has fallen off the bus on GPU 0. Up to 15 minutes",
    );
  });

  test("is not refunded for an error of its own program, and the notice explains that", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 60);
    find(machine, OWN_ERROR);
    await machine.report(at(65));
    expect((await noticesOf(tenantId)).at(-1)).toMatch(
      /Xid 31, GPU memory page fault on GPU 0\. Usually the program itself is at fault/,
    );
    machine.endItself(machine.running[0] ?? "", 139);
    await machine.report(at(70));
    await tick(at(71));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "finished", exit_code: 139 });
    expect(await refundsOf(resvGuid)).toBe(0);
  });

  test("is notified when a watched finding becomes critical", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    await aRunningTask(tenantId, [machine]);
    find(machine, { ...DEAD_GPU, name: "xid-92", severity: "warning", action: "watch", text: "Xid 92" });
    await machine.report(at(15));
    const before = (await noticesOf(tenantId)).length;
    find(machine, { ...DEAD_GPU, name: "xid-92", action: "inspect", text: "Xid 92", count: 3 });
    await machine.report(at(20));
    await machine.report(at(25));
    expect((await noticesOf(tenantId)).slice(before)).toEqual([
      expect.stringContaining("has a fault: Xid 92 on GPU 0"),
    ]);
  });

  test("is notified after any earlier findings that do not concern customers, and is not lost among them", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 50);
    // Every busy GPU reaches its limit of power now and then.
    const capped = { ...OWN_ERROR, action: "ignore" as const, text: "runs at its limit of power" };
    for (const [round, second] of [55, 60, 65].entries()) {
      find(machine, ...Array.from({ length: 80 }, (_, at) => ({ ...capped, name: `power-cap-${round}-${at}` })));
      await machine.report(at(second));
    }
    find(machine, DEAD_GPU);
    await machine.report(at(70));
    expect((await noticesOf(tenantId)).at(-1)).toContain("has a fault: Xid 79");
    machine.endItself(machine.running[0] ?? "", 1);
    await machine.report(at(75));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "lost" });
  });

  test("is notified of it after any number of errors of other customers' programs", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    await aRunningTask(tenantId, [machine]);
    const errors = Array.from({ length: 31 }, (_, at) => ({
      ...OWN_ERROR,
      name: `xid-${at}`,
      gpu_id: 1,
      gpu: "GPU-1",
    }));
    find(machine, ...errors);
    await machine.report(at(15));
    find(machine, ...errors, DEAD_GPU);
    await machine.report(at(20));
    expect((await noticesOf(tenantId)).at(-1)).toContain("has a fault: Xid 79");
  });

  test("is notified of it after any number of faults of other GPUs", async () => {
    const { tenantId } = await aCustomer();
    const machine = await aMachine();
    await aRunningTask(tenantId, [machine]);
    const others = Array.from({ length: 31 }, (_, at) => ({ ...DEAD_GPU, name: `xid-${at}`, gpu_id: 1, gpu: "GPU-1" }));
    find(machine, ...others);
    await machine.report(at(15));
    find(machine, ...others, DEAD_GPU);
    await machine.report(at(20));
    expect((await noticesOf(tenantId)).at(-1)).toContain("has a fault: Xid 79");
  });

  test("is notified of its own error, once, also when the task before made it, and of the fault that it turns out to be", async () => {
    const [before, after] = [await aCustomer(), await aCustomer()];
    const machine = await aMachine();
    const first = await aRunningTask(before.tenantId, [machine]);
    find(machine, OWN_ERROR);
    await machine.report(at(15));
    machine.endItself(machine.running[0] ?? "", 1);
    await machine.report(at(20));
    await tick(at(21));
    expect(await taskRow(first)).toMatchObject({ state: "finished" });
    const second = await aQueuedTask(after.tenantId);
    await tick(at(35));
    await machine.beat(at(40));
    expect(await taskRow(second)).toMatchObject({ state: "running" });
    const told = (await noticesOf(after.tenantId)).length;
    for (const [count, second] of [45, 50, 55].entries()) {
      find(machine, { ...OWN_ERROR, count: count + 1 });
      await machine.report(at(second));
    }
    find(machine, { ...OWN_ERROR, severity: "critical", action: "reboot", count: 3 });
    await machine.report(at(60));
    expect((await noticesOf(after.tenantId)).slice(told)).toEqual([
      expect.stringContaining("made an error: Xid 31"),
      expect.stringContaining("has a fault: Xid 31"),
    ]);
    expect((await eventsOf(second)).filter((text) => text.includes("Xid 31"))).toHaveLength(2);
  });

  test("of another task concerns nobody else, nor a task placed after it was cleared", async () => {
    const { tenantId } = await aCustomer();
    const { userId } = await anAdmin();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await pass([machine], 15, 60);
    find(machine, { ...DEAD_GPU, gpu: "GPU-7", gpu_id: 7 });
    await machine.report(at(65));
    const told = (await noticesOf(tenantId)).length;
    machine.endItself(machine.running[0] ?? "", 0);
    await machine.report(at(70));
    await tick(at(71));
    expect(await taskRow(resvGuid)).toMatchObject({ state: "finished" });
    const { node_name: nodeName, findings } = await nodeOf(machine);
    await clearFinding({ nodeName, id: findings[0]?.id ?? 0, ...by, userId, now: at(72) });
    expect(await refundsOf(resvGuid)).toBe(0);
    expect(await noticesOf(tenantId)).toHaveLength(told);
  });
});
