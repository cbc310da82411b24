import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Server } from "ssh2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { checkSsh } from "~/compute/inside/ssh-keys/check/check-ssh.server";
import type { Fault } from "~/compute/inside/ssh-keys/check/facts";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { action as onKeys } from "~/compute/screens/keys/route";
import { action as onTask } from "~/compute/screens/task/route";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { makeKeyPair } from "../../../../worker/agent/ssh/make-key-pair";
import type { Machine } from "../../../worker/lifecycle/machine";
import { aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";
import { answerOf, aVisit, post, type Visit } from "../../../accounts/database/screens/visit";

const hostKey = makeKeyPair("host");
const ownKey = makeKeyPair("laptop");
const otherKey = makeKeyPair("other");
const server = new Server({ hostKeys: [hostKey.private] }, (client) => client.on("error", () => {}));
let owner: TenantInWorld;
let visit: Visit;
let machine: Machine;
let resvGuid: string;
let seq = 0;

beforeAll(async () => {
  await theCatalogue();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  owner = await aTenant({ dollars: 100, now: at(-60) });
  visit = await aVisit({ userId: owner.userId });
  machine = await aMachine({ nodeName: "fra1-doctor-01" });
  resvGuid = await aRunningTask(owner.tenantId, [machine], { gpus: 1 });
  await db.query(`update task set ssh_public_key = $2 where resv_guid = $1`, [resvGuid, ownKey.public]);
  await set(`ssh_host_key = $2, ssh_addr = $3`, [hostKey.public, here()]);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const here = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The state of the task as its machine reports it. */
async function set(columns: string, values: unknown[]): Promise<void> {
  await db.query(`update placement set ${columns} where resv_guid = $1`, [resvGuid, ...values]);
}

async function moveNode(ipInternal: string): Promise<void> {
  await db.query(`update node set ip_internal = $2 where id = $1`, [machine.nodeId, ipInternal]);
}

async function faults(given: { key?: string; user?: string; tenantId?: number } = {}): Promise<Fault[]> {
  const { key = "", user = "", tenantId = owner.tenantId } = given;
  const { userId } = owner;
  const checks = await checkSsh({ tenantId, userId, resvGuid, key, user, now: at(120) });
  return checks.flatMap((check) => check.fault ?? []);
}

async function write(text: string, second: number): Promise<void> {
  const [placement_id = ""] = machine.running;
  const logs = { placement_id, seq: (seq += 1), ts: 0, stream: "err" as const, text };
  await receiveLogs({ nodeId: machine.nodeId, logs, now: at(second) });
}

test("a task whose server answers with its own host key passes", async () => {
  expect(await faults({ key: ownKey.public, user: "root" })).toEqual([]);
});

test("a different host key, and a port without a listener, are reported", async () => {
  await set(`ssh_host_key = $2`, [otherKey.public]);
  expect(await faults()).toEqual(["host-key-differs"]);
  await set(`ssh_host_key = $2, ssh_addr = $3`, [hostKey.public, "127.0.0.1:9"]);
  expect(await faults()).toEqual(["port-unreachable"]);
  await set(`ssh_addr = $2`, [here()]);
});

test("the check connects only to the task's own node, whatever the task's address is", async () => {
  let connections = 0;
  const count = () => (connections += 1);
  server.on("connection", count);
  await moveNode("10.20.0.17");
  expect(await faults()).toEqual([]);
  expect(connections).toBe(0);
  await moveNode("127.0.0.1");
  expect(await faults()).toEqual([]);
  expect(connections).toBe(1);
  server.off("connection", count);
});

test("the key that the agent accepts is compared with the task's", async () => {
  const [placement_id] = machine.running;
  await db.query(`update placement set ssh_keys = '{}' where placement_id = $1`, [placement_id]);
  expect(await faults()).toEqual(["key-missing-on-node"]);
  await db.query(`update placement set ssh_keys = null where placement_id = $1`, [placement_id]);
  expect(await faults()).toEqual([]);
});

test("recently refused logins give the key and the user, until a login succeeds", async () => {
  const fingerprint = `SHA256:${"x".repeat(43)}`;
  await write(`ssh: refused key ${fingerprint} for user ubuntu from 127.0.0.1\n`, 100);
  expect(await faults()).toEqual(["another-key", "wrong-user"]);
  await write("ssh: connected from 127.0.0.1\n", 110);
  expect(await faults()).toEqual([]);
});

test("the SFTP verdict is the one of the task's server at its start", async () => {
  const answer = async () => {
    const checks = await checkSsh({ ...owner, resvGuid, key: "", user: "", now: at(120) });
    return checks.find(({ name }) => name === "Files can be copied")?.outcome;
  };
  expect(await answer()).toBe("unknown");
  await write("2026-11-22T02:00:00.000Z sftp: does not work\n", 111);
  expect(await answer()).toBe("fault");
  await db.query(`delete from task_log where resv_guid = $1 and text like '%sftp:%'`, [resvGuid]);
  await write("2026-11-22T02:00:00.000Z task is ready\n2026-11-22T02:00:00.000Z sftp: works\n", 112);
  expect(await answer()).toBe("ok");
});

describe("of a task on several nodes", () => {
  let gang: string;
  let second: Machine;
  const check = (node?: number) =>
    checkSsh({ ...owner, resvGuid: gang, ...(node ? { node } : {}), key: "", user: "", now: at(120) });
  const faultsAt = async (node?: number) => (await check(node)).flatMap(({ fault }) => fault ?? []);

  beforeAll(async () => {
    await db.query(`update node set ip_public = null, ip_internal = '127.0.0.1'`);
    const machines = [await aMachine(), await aMachine()];
    gang = await aRunningTask(owner.tenantId, machines, { gpus: 16 });
    await db.query(`update task set ssh_public_key = $2 where resv_guid = $1`, [gang, ownKey.public]);
    await db.query(`update node set ip_public = null, ip_internal = '127.0.0.1'`);
    const [placed] = await db.query<{ nodeId: number }>(
      `select node_id as "nodeId" from placement where resv_guid = $1 and rank = 1`,
      [gang],
    );
    second = machines.find(({ nodeId }) => nodeId === placed?.nodeId) as Machine;
    const say = (rank: number, key: string, address: string) =>
      db.query(`update placement set ssh_host_key = $3, ssh_addr = $4 where resv_guid = $1 and rank = $2`, [
        gang,
        rank,
        key,
        address,
      ]);
    await say(0, hostKey.public, here());
    await say(1, otherKey.public, here());
  });

  test("the requested node is checked, by its own address, host key and log", async () => {
    expect(await faultsAt()).toEqual([]);
    expect(await faultsAt(2)).toEqual(["host-key-differs"]);
    const [placement_id = ""] = second.running;
    const text = `ssh: refused key SHA256:${"y".repeat(43)} for user ubuntu from 127.0.0.1\n`;
    const logs = { placement_id, seq: 1, ts: 0, stream: "err" as const, text };
    await receiveLogs({ nodeId: second.nodeId, logs, now: at(100) });
    expect(await faultsAt()).toEqual([]);
    expect(await faultsAt(2)).toEqual(["another-key", "wrong-user", "host-key-differs"]);
  });

  test("the form sends the node of its page", async () => {
    const ask = async (query: string) => {
      const fields = { intent: "check-ssh", public_key: "", user: "" };
      const asked = post(visit, `/tasks/${gang}?tab=connect${query}`, fields, { resvGuid: gang });
      return JSON.stringify((await answerOf(await onTask(asked))).data);
    };
    expect(await ask("&node=2")).toContain('"host-key-differs"');
    expect(await ask("")).not.toContain('"host-key-differs"');
  });

  test("a node beyond its last does not exist", async () => {
    await expect(check(3)).rejects.toMatchObject({ message: M.notFound });
  });
});

test("a task of another tenant does not exist, and its address is not contacted", async () => {
  const { tenantId } = await aTenant({ dollars: 0 });
  await expect(faults({ tenantId })).rejects.toMatchObject({ message: M.notFound, details: { status: 404 } });
});

test("both screens answer the form with the checks, and keep the typed values", async () => {
  const fields = { intent: "check-ssh", public_key: otherKey.public, user: "" };
  const here = await answerOf(await onTask(post(visit, `/tasks/${resvGuid}`, fields, { resvGuid })));
  expect(here).toMatchObject({ status: 200, data: { report: { key: otherKey.public } } });
  expect(JSON.stringify(here.data)).toContain('"another-key"');
  const there = await answerOf(await onKeys(post(visit, "/keys", { ...fields, resv_guid: "" })));
  expect(JSON.stringify(there.data)).toContain('"another-key"');
});

test("it may run ten times a minute; the next call is asked to wait (M08)", async () => {
  const stranger = await aVisit({ userId: (await aTenant({ dollars: 0 })).userId });
  const ask = async () => answerOf(await onKeys(post(stranger, "/keys", { intent: "check-ssh" })));
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject({ status: 429, data: { message: expect.stringMatching(/^Too many/) } });
});
