import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { checkSsh } from "~/compute/inside/ssh-keys/check/check-ssh.server";
import { readTaskPlacements } from "~/compute/inside/tasks/read-task.server";
import { listSshPorts } from "~/compute/ssh-gateway.server";
import { M } from "~/fleet/messages";
import { setSshGateway } from "~/fleet/inside/nodes/set-ssh-gateway.server";
import { db } from "~/platform/db.server";
import type { TenantInWorld } from "../../../support/world";
import type { Machine } from "../../../worker/lifecycle/machine";
import {
  aCustomer,
  aMachine,
  anEmptyStage,
  aQueuedTask,
  aRunningTask,
  at,
  pass,
  stop,
  taskRow,
} from "../../../worker/lifecycle/stage";
import { enqueue } from "../../../compute/database/capacity/reserving";
import { anEngine, enrol } from "../pilots/engine-world";
import { anAdmin } from "../../../support/world";

vi.hoisted(() => {
  vi.stubEnv("SSH_GATEWAY_PORTS", "17011-17012");
  vi.stubEnv("SSH_GATEWAY_HOST", "127.0.0.1");
});

let tenant: TenantInWorld;
let machine: Machine;

beforeAll(async () => {
  await anEmptyStage();
});
beforeEach(async () => {
  await anEmptyStage();
  await db.query(`delete from ssh_port`);
  tenant = await aCustomer();
  machine = await aMachine();
  await db.query(`update node set ssh_gateway = true where id = $1`, [machine.nodeId]);
});
afterAll(() => void vi.unstubAllEnvs());

const addressOf = async (resvGuid: string) => (await taskRow(resvGuid)).ssh_addr;

test("a task of such a node has a port before it runs, and the gateway's address in place of its agent's", async () => {
  const resvGuid = await aQueuedTask(tenant.tenantId);
  await pass([], 5, 5);
  await machine.hear();
  await machine.report(at(6));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "starting", ssh_addr: "" });
  expect(await listSshPorts({ resvGuid })).toEqual([{ port: 17_011, resvGuid }]);
  await machine.beat(at(8));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running", ssh_addr: "127.0.0.1:17011" });
  const [placement] = await readTaskPlacements({ resvGuid, staff: false });
  expect(placement?.ssh_addr).toBe("127.0.0.1:17011");
});

test("a task of another node keeps its own address", async () => {
  await db.query(`update node set ssh_gateway = false`);
  const resvGuid = await aRunningTask(tenant.tenantId, [machine]);
  expect(await addressOf(resvGuid)).toMatch(/^203\.0\.113\.9:4/);
  expect(await listSshPorts({ resvGuid: null })).toEqual([]);
});

test("a port is given again as late as possible, and a task without one waits, uncharged, until one is free", async () => {
  const [first, second] = [
    await aRunningTask(tenant.tenantId, [machine]),
    await aRunningTask(tenant.tenantId, [machine]),
  ];
  expect([await addressOf(first), await addressOf(second)]).toEqual(["127.0.0.1:17011", "127.0.0.1:17012"]);
  const third = await aQueuedTask(tenant.tenantId);
  await pass([machine], 15, 15);
  await machine.hear();
  machine.settle();
  expect(await machine.report(at(17))).toMatchObject({ portless: true });
  expect(await taskRow(third)).toMatchObject({ state: "starting", started_at: null });
  await stop(second, at(18));
  await machine.beat(at(20));
  await machine.beat(at(25));
  expect(await addressOf(third)).toBe("127.0.0.1:17012");
  await stop(first, at(30));
  await machine.beat(at(31));
  await stop(third, at(32));
  await machine.beat(at(33));
  // Both are free, and the other one has been for longer.
  expect(await addressOf(await aRunningTask(tenant.tenantId, [machine]))).toBe("127.0.0.1:17011");
});

test("with the end of its task the gateway closes a port that the machine may still hold", async () => {
  const resvGuid = await aRunningTask(tenant.tenantId, [machine]);
  await db.query(`update task set state = 'lost', finished_at = now(), charged_to = null where resv_guid = $1`, [
    resvGuid,
  ]);
  expect(await listSshPorts({ resvGuid: null })).toEqual([]);
});

test("an operator turns it on for running tasks, and off again; only nodes of the fleet can be chosen", async () => {
  const [node] = await db.query<{ name: string }>(`select node_name as name from node where id = $1`, [machine.nodeId]);
  const by = { nodeName: node?.name ?? "", userId: (await anAdmin()).userId, requestId: "r", now: at(20) };
  await setSshGateway({ ...by, on: false });
  const resvGuid = await aRunningTask(tenant.tenantId, [machine]);
  expect(await addressOf(resvGuid)).toMatch(/^203/);
  expect(await setSshGateway({ ...by, on: true })).toEqual({
    message: `Customers reach tasks on ${by.nodeName} by SSH through Millrace.`,
  });
  await machine.beat(at(25));
  expect(await addressOf(resvGuid)).toBe("127.0.0.1:17011");
  await setSshGateway({ ...by, on: false });
  expect(await listSshPorts({ resvGuid })).toEqual([]);
  await machine.beat(at(30));
  expect(await addressOf(resvGuid)).toMatch(/^203/);
  await expect(setSshGateway({ ...by, nodeName: "nope", on: true })).rejects.toThrow(M.noSuchNode);
  const audit = await db.query<{ after: unknown }>(
    `select after from audit_row where action = 'node.ssh-gateway' order by id`,
  );
  expect(audit.slice(-3).map(({ after }) => after)).toEqual([
    { ssh_gateway: false },
    { ssh_gateway: true },
    { ssh_gateway: false },
  ]);
});

test("the SSH doctor asks the gateway's port, and repeats what the gateway says", async () => {
  const resvGuid = await aRunningTask(tenant.tenantId, [machine]);
  const { refuseSsh } = await import("../../../../worker/access/ssh-refusal");
  const gateway = createServer({ allowHalfOpen: true }, (socket) => refuseSsh(socket, "agent_away"));
  gateway.listen(17_011, "127.0.0.1");
  await once(gateway, "listening");
  const checks = await checkSsh({ ...tenant, resvGuid, key: "", user: "", now: at(60) });
  expect(checks.find(({ name }) => name === "The port answers")?.sentence).toBe(
    "127.0.0.1:17011 turns connections away: The task's machine is not connected to us. The task still runs. Try again in a minute.",
  );
  // Any other port of the gateway is another task's.
  await db.query(`update node set ip_internal = '10.20.0.17'`);
  await db.query(`update placement set ssh_addr = '127.0.0.1:17012'`);
  const others = await checkSsh({ ...tenant, resvGuid, key: "", user: "", now: at(60) });
  expect(others.find(({ name }) => name === "The port answers")?.sentence).toBe("The task has no address yet.");
  gateway.close();
});

test.each([
  [{}, true],
  [{ ssh: "direct" }, false],
])("a pilot of an engine with %o uses the gateway: %s", async (settings, through) => {
  const engine = await anEngine(settings);
  await enqueue(tenant, { gpu_min: 1 });
  const [pilot] = await engine.startNext();
  if (!pilot) throw new Error("no place was wanted");
  const { nodeId } = await enrol(pilot);
  expect(await db.query(`select ssh_gateway from node where id = $1`, [nodeId])).toEqual([{ ssh_gateway: through }]);
  await db.query(`update cluster set engine_id = null`);
});
