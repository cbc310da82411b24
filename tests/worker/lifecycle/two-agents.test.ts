import { beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { desiredSchema } from "~/fleet/agent-messages";
import { scheduleAll } from "~/compute/schedule.server";
import { recordTakeover } from "~/fleet/record-takeover.server";
import { readDesired } from "~/fleet/read-desired.server";
import { call, read } from "../../contract/support/call";
import { aNode } from "../../support/world";
import { nodeOf } from "./a-finding";
import { Machine } from "./machine";
import {
  aCustomer,
  aMachine,
  anEmptyStage,
  aQueuedTask,
  aRunningTask,
  at,
  healthOf,
  pass,
  stop,
  taskRow,
  tick,
} from "./stage";

beforeEach(anEmptyStage);

test("a machine replaced by its copy counts again a minute after the copy fell silent", async () => {
  const machine = await aMachine();
  const copy = new Machine(machine.nodeId);
  await copy.report(at(5));
  // Both live: the copy is the node, however often the first one reports.
  for (const second of [10, 15, 20]) {
    expect(await machine.report(at(second))).toMatchObject({ stale: true, replaced: true });
    await copy.report(at(second));
  }
  await pass([machine], 25, 75);
  expect(await healthOf(machine)).toBe("dead");
  expect(await machine.report(at(81))).toMatchObject({ stale: false, replaced: false });
  await tick(at(82));
  expect(await healthOf(machine)).toBe("healthy");
  expect(await copy.report(at(85))).toMatchObject({ stale: true, replaced: true });
});

test("a virtual machine that was set back to a snapshot of this boot counts again after a minute", async () => {
  const machine = await aMachine();
  machine.seq = 1_000_000;
  await machine.report(at(5));
  machine.seq = 10;
  await pass([machine], 10, 60);
  expect(await healthOf(machine)).toBe("dead");
  await pass([machine], 65, 70);
  expect(await healthOf(machine)).toBe("healthy");
});

test("a task of a machine replaced by a copy is charged to its last report, and nothing twice", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await pass([machine], 15, 100);
  const copy = new Machine(machine.nodeId);
  await copy.report(at(103));
  const lost = await taskRow(resvGuid);
  expect(lost).toMatchObject({ state: "lost", charged_seconds: 90 });
  for (let second = 105; second <= 200; second += 5) {
    await machine.report(at(second));
    await copy.beat(at(second));
    await tick(at(second));
  }
  expect(await taskRow(resvGuid)).toEqual(lost);
  await stop(resvGuid, at(201));
  expect(await taskRow(resvGuid)).toEqual(lost);
});

test("an agent learns which tasks were seen running, so that a copied disk image starts nothing again", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  await aRunningTask(tenantId, [machine]);
  const waiting = await aQueuedTask(tenantId);
  await scheduleAll({ now: at(11) });
  const { tasks } = await readDesired({ nodeId: machine.nodeId });
  expect(tasks.map(({ resv_guid, ran }) => [resv_guid === waiting, ran])).toEqual([
    [false, true],
    [true, undefined],
  ]);
});

test("on the HTTP path for reports a replaced machine learns that, and gets no desired state", async () => {
  const { nodeId, agentKey } = await aNode({ health: "new" });
  const [machine, copy] = [new Machine(nodeId), new Machine(nodeId)];
  const post = async (from: Machine) => {
    const answer = await call("/v1/agents/report", { key: agentKey, json: from.observed() });
    return { status: answer.status, ...((await read(answer)) as object) };
  };
  expect(await post(machine)).toMatchObject({ status: 200 });
  expect(await post(copy)).toMatchObject({ status: 200 });
  const answer = await post(machine);
  expect(answer).toMatchObject({ status: 409, retcode: "ERROR" });
  expect(answer).not.toHaveProperty("desired");
  const { desired } = (await post(copy)) as { desired?: unknown };
  expect(desiredSchema.safeParse(desired).success).toBe(true);
  expect(await nodeOf(machine)).toMatchObject({ findings: [{ name: "second-machine", severity: "warning" }] });
});

test("staff are notified that two machines share a key, once, until they clear it", async () => {
  const machine = await aMachine();
  for (const second of [5, 10]) await recordTakeover({ nodeId: machine.nodeId, now: at(second) });
  // Findings of its agent itself are another matter.
  machine.findings = [];
  await machine.report(at(15));
  expect((await nodeOf(machine)).findings).toMatchObject([{ name: "second-machine", severity: "warning", count: 2 }]);
  expect(await db.query(`select from node_finding where node_id = $1`, [machine.nodeId])).toHaveLength(1);
  expect(await healthOf(machine)).toBe("healthy");
});
