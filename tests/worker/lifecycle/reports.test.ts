import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { HELD, recordReports } from "~/fleet/record-reports.server";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aQueuedTask, aRunningTask, at, stop, taskRow } from "./stage";

beforeEach(async () => {
  await theCatalogue();
  await db.query(`update node set retired_at = now() where retired_at is null`);
});

test("34: an old report and one of an earlier boot are ignored", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  const old = machine.observed();
  await machine.report(at(15));
  const empty = { ...old, tasks: [] };
  expect(await receiveObserved({ nodeId: machine.nodeId, observed: empty, now: at(16) })).toMatchObject({
    stale: true,
  });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  await stop(resvGuid, at(20));
  await machine.beat(at(21));
  const before = machine.observed();
  machine.reboot();
  await machine.report(at(30));
  expect(
    await receiveObserved({ nodeId: machine.nodeId, observed: { ...before, seq: 999 }, now: at(31) }),
  ).toMatchObject({ stale: true });
});

test("many quiet reports are recorded by one statement; others are compared in full", async () => {
  const machines = [await aMachine(), await aMachine(), await aMachine(), await aMachine()];
  const [, dead, booted, old] = machines;
  await db.query(`update node set health = 'dead' where id = $1`, [dead?.nodeId]);
  const reports = machines.map((machine) => {
    const { boot_id, seq, sysinfo } = machine.observed();
    return {
      nodeId: machine.nodeId,
      bootId: machine === booted ? "another" : boot_id,
      seq,
      sysinfo,
      at: at(20),
    };
  });
  const given = reports.map((report) => (report.nodeId === old?.nodeId ? { ...report, seq: 0 } : report));
  const recorded = await recordReports({ reports: [...given, ...given] });
  expect([...recorded.keys()]).toEqual([machines[0]?.nodeId]);
  const rows = await db.query<{ reported_at: Date }>(`select reported_at from node where id = any($1) order by id`, [
    machines.map((machine) => machine.nodeId),
  ]);
  expect(rows.map((row) => row.reported_at)).toEqual([at(20), at(0), at(0), at(0)]);
});

test("a node that somebody else holds is named, and the others are recorded", async () => {
  const [held, free] = [await aMachine(), await aMachine()];
  const reports = [held, free].map((machine) => {
    const { boot_id: bootId, seq, sysinfo } = machine.observed();
    return { nodeId: machine.nodeId, bootId, seq, sysinfo, at: at(20) };
  });
  await transaction(async (tx) => {
    await tx.query(`select from node where id = $1 for update`, [held.nodeId]);
    const recorded = await recordReports({ reports });
    expect(recorded.get(held.nodeId)).toBe(HELD);
    expect(recorded.get(free.nodeId)).toEqual(expect.any(Number));
  });
  expect((await recordReports({ reports })).get(held.nodeId)).toEqual(expect.any(Number));
});

test("placements of other nodes, or invented ones, in a report change nothing", async () => {
  const { tenantId } = await aCustomer();
  const own = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [own]);
  const liar = await aMachine();
  const [task] = own.observed().tasks;
  if (!task) throw new Error("nothing runs");
  const tasks = [
    { ...task, state: "stopped" as const, exit_code: 0 },
    { ...task, placement_id: "00000000-0000-4000-8000-000000000000" },
  ];
  await receiveObserved({ nodeId: liar.nodeId, observed: { ...liar.observed(), tasks }, now: at(20) });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
});

test("an address of another node is not stored: a new task waits, a running one keeps its address", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  const { ssh_addr } = await taskRow(resvGuid);
  machine.host = "198.51.100.1";
  const [foreign] = machine.observed().tasks.map((task) => task.ssh_addr);
  expect(await machine.report(at(15))).toMatchObject({ stale: false, foreign: [foreign] });
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running", ssh_addr });

  const next = await aQueuedTask(tenantId);
  await scheduleAll({ now: at(16) });
  await machine.beat(at(17));
  expect(await taskRow(next)).toMatchObject({ state: "starting", ssh_addr: "" });
  // The node's internal address.
  machine.host = "127.0.0.1";
  expect(await machine.report(at(20))).toMatchObject({ foreign: [] });
  const running = await taskRow(next);
  expect(running.state).toBe("running");
  expect(running.ssh_addr).toMatch(/^127\.0\.0\.1:\d+$/);
});
