import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { isOpenEnrolmentToken } from "~/fleet/find-enrolment-token.server";
import { enrollNode } from "~/fleet/inside/nodes/enroll-node.server";
import { issueEnrolmentToken } from "~/fleet/inside/nodes/issue-enrolment-token.server";
import { listNodes } from "~/fleet/list-nodes.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { hashOf, makeSecret } from "~/fleet/inside/nodes/agent-secret.server";
import { revokeOldKey } from "~/fleet/inside/nodes/revoke-old-key.server";
import { rotateAgentKey } from "~/fleet/inside/nodes/rotate-agent-key.server";
import { lockWaits } from "../../../support/lock-waits";
import { until } from "../../../support/until";
import { aTenant, theCatalogue } from "../../../support/world";

const now = new Date("2026-03-01T12:00:00Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
let userId = 0;

beforeAll(async () => {
  await theCatalogue();
  ({ userId } = await aTenant({ dollars: 0, role: "admin" }));
});

const token = async () => (await issueEnrolmentToken({ clusterName: "ams2", userId, requestId: "r1", now })).token;

async function enrol(nodeName: string, given: { token?: string; agentKey?: string; now?: Date } = {}) {
  return await enrollNode({
    token: given.token ?? (await token()),
    nodeName,
    nodeType: "gpu8",
    ipInternal: "10.20.0.17",
    ipPublic: null,
    port: 2222,
    gpuType: "a100",
    gpus: 8,
    agentVersion: null,
    agentKey: given.agentKey ?? null,
    now: given.now ?? now,
  });
}

test("a token enrols one machine into its cluster; neither token nor key is stored", async () => {
  const once = await token();
  const { clusterName, agentKey, nodeId } = await enrol("ams2-a", { token: once });
  expect(clusterName).toBe("ams2");
  expect(agentKey).toMatch(/^mra_[\w-]{43}$/);
  const [stored] = await db.query(
    `select drain, health, (node::text || token::text) as text from node, enrolment_token token
     where node.id = $1 and token.node_name = 'ams2-a'`,
    [nodeId],
  );
  expect(stored).toMatchObject({ drain: 0, health: "new" });
  expect(JSON.stringify(stored)).not.toContain(agentKey.slice(4));
  expect(JSON.stringify(stored)).not.toContain(once.slice(4));
});

test("34: a used, unknown, withdrawn or expired enrolment token gives 401", async () => {
  const used = await token();
  await enrol("ams2-b", { token: used });
  const refused = { details: { status: 401 } };
  await expect(enrol("ams2-c", { token: used })).rejects.toMatchObject(refused);
  await expect(enrol("ams2-c", { token: "mre_unknown" })).rejects.toMatchObject(refused);
  await expect(enrol("ams2-c", { now: after(86_400) })).rejects.toMatchObject(refused);
  const withdrawn = await token();
  await db.query(`update enrolment_token set withdrawn_at = now() where used_at is null`);
  await expect(enrol("ams2-c", { token: withdrawn })).rejects.toMatchObject(refused);
});

test("a machine whose answer was lost enrols again with its own key, and nobody else with its token", async () => {
  const [once, own, others] = [await token(), makeSecret("mra_").secret, makeSecret("mra_").secret];
  const enrolled = await enrol("ams2-lost", { token: once, agentKey: own });
  expect(enrolled).toMatchObject({ nodeName: "ams2-lost", agentKey: own });
  expect(await isOpenEnrolmentToken({ token: once, now: after(60) })).toBe(true);
  expect(await enrol("ams2-lost", { token: once, agentKey: own, now: after(60) })).toEqual(enrolled);
  expect(await authenticateAgent({ nodeName: "ams2-lost", agentKey: own, now })).not.toBeNull();
  const refused = { details: { status: 401 } };
  await expect(enrol("ams2-lost", { token: once, agentKey: others })).rejects.toMatchObject(refused);
  await expect(enrol("ams2-lost", { token: once })).rejects.toMatchObject(refused);
  await expect(enrol("ams2-other", { token: once, agentKey: own })).rejects.toMatchObject(refused);
  await retireNode({ nodeName: "ams2-lost", userId, requestId: "r2", now });
  await expect(enrol("ams2-lost", { token: once, agentKey: own })).rejects.toMatchObject(refused);
});

test("of two machines with one token exactly one is enrolled", async () => {
  const one = await token();
  const results = await Promise.allSettled([enrol("ams2-r1", { token: one }), enrol("ams2-r2", { token: one })]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a name that is taken, even after the _ replacement, is 409 and leaves the token unused", async () => {
  await enrol("ams2-d-1");
  const good = await token();
  for (const name of ["ams2-d-1", "ams2.d.1"]) {
    await expect(enrol(name, { token: good })).rejects.toMatchObject({ details: { status: 409 } });
  }
  await expect(enrol("ams2-d-2", { token: good })).resolves.toMatchObject({ nodeName: "ams2-d-2" });
});

test("a rotated key is valid at once, the previous one for 10 more minutes", async () => {
  const { nodeId, agentKey: old } = await enrol("ams2-e");
  const { agentKey } = await rotateAgentKey({ node: { nodeId, keyHash: hashOf(old) }, now });
  const at = (seconds: number, key: string) =>
    authenticateAgent({ nodeName: "ams2-e", agentKey: key, now: after(seconds) });
  expect(await at(0, agentKey)).toMatchObject({ nodeId, nodeName: "ams2-e", keyHash: hashOf(agentKey) });
  expect(await at(599, old)).toMatchObject({ nodeId, nodeName: "ams2-e", keyHash: hashOf(old) });
  expect(await at(600, old)).toBeNull();
  expect(await at(601, agentKey)).not.toBeNull();
});

test("a rotation whose answer was lost is repeated with the same keys, and only with these", async () => {
  const { nodeId, agentKey: old } = await enrol("ams2-again");
  const node = { nodeId, keyHash: hashOf(old) };
  const own = `mra_${"a".repeat(43)}`;
  for (const seconds of [0, 5])
    expect(await rotateAgentKey({ node, agentKey: own, now: after(seconds) })).toEqual({ agentKey: own });
  const at = (seconds: number, agentKey: string) => authenticateAgent({ agentKey, now: after(seconds) });
  expect(await at(599, old)).toMatchObject({ nodeId });
  expect(await at(600, old)).toBeNull();
  const other = rotateAgentKey({ node, agentKey: `mra_${"b".repeat(43)}`, now });
  await expect(other).rejects.toMatchObject({ details: { status: 403 } });
  expect(await at(600, own)).toMatchObject({ nodeId });
});

test("a rotation that is repeated while the first one is under way is the same", async () => {
  const { nodeId, agentKey: old } = await enrol("ams2-both");
  const given = { node: { nodeId, keyHash: hashOf(old) }, agentKey: `mra_${"c".repeat(43)}`, now };
  const both = await transaction(async (tx) => {
    await tx.query(`select from node where id = $1 for update`, [nodeId]);
    const asked = Promise.all([rotateAgentKey(given), rotateAgentKey(given)]);
    await until("both to wait for the node", async () => (await lockWaits()) === 2);
    return { asked };
  });
  expect(await both.asked).toEqual([{ agentKey: given.agentKey }, { agentKey: given.agentKey }]);
});

test("only the present key rotates: a leaked one cannot take the node over", async () => {
  const { nodeId, agentKey: old } = await enrol("ams2-leak");
  const keyHash = hashOf(old);
  const { agentKey } = await rotateAgentKey({ node: { nodeId, keyHash }, now });
  await expect(rotateAgentKey({ node: { nodeId, keyHash }, now })).rejects.toMatchObject({
    details: { status: 403 },
  });
  expect(await authenticateAgent({ nodeName: "ams2-leak", agentKey, now })).not.toBeNull();
  await revokeOldKey({ nodeName: "ams2-leak", userId, requestId: "r3", now });
  expect(await authenticateAgent({ nodeName: "ams2-leak", agentKey: old, now })).toBeNull();
  expect(await authenticateAgent({ nodeName: "ams2-leak", agentKey, now })).not.toBeNull();
  const audited = await db.query(`select user_id from audit_row where action = 'node.revoke-old-key' and target = $1`, [
    "node:ams2-leak",
  ]);
  expect(audited).toHaveLength(1);
  const again = revokeOldKey({ nodeName: "ams2-leak", userId, requestId: "r3", now });
  await expect(again).rejects.toThrow("No older key of ams2-leak is valid.");
});

test("a key opens its own node only", async () => {
  const { agentKey } = await enrol("ams2-f");
  expect(await authenticateAgent({ nodeName: "ams2-e", agentKey, now })).toBeNull();
  expect(await authenticateAgent({ nodeName: "ams2-f", agentKey: `${agentKey}x`, now })).toBeNull();
  expect(await authenticateAgent({ nodeName: "ams2-f", agentKey: "", now })).toBeNull();
});

test("a retired node leaves the list, its key ends and its name may be used again", async () => {
  const { agentKey, nodeId } = await enrol("ams2-g");
  await retireNode({ nodeName: "ams2-g", userId, requestId: "r2", now });
  expect((await listNodes()).map((node) => node.node_name)).not.toContain("ams2-g");
  expect(await authenticateAgent({ nodeName: "ams2-g", agentKey, now })).toBeNull();
  const again = await enrol("ams2-g");
  expect(again.nodeId).not.toBe(nodeId);
});

test("a node whose GPUs are held cannot be retired, nor can an unknown one", async () => {
  const { nodeId } = await enrol("ams2-h");
  const { tenantId } = await aTenant({ dollars: 0 });
  await db.query(
    `with task as (insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image,
         ssh_public_key, state, accepted_gpu_pph, pph, accepted_at, state_at)
       values ($2, 'held', 'ams2', 'a100', 1, 'ubuntu22-cuda12', 'k', 'placing', 249, 249, $3, $3) returning resv_guid)
     insert into placement (resv_guid, node_id, gpus, desired_version, assigned_at)
     select resv_guid, $1, '{0}', 1, $3 from task`,
    [nodeId, tenantId, now],
  );
  const retire = (nodeName: string) => retireNode({ nodeName, userId, requestId: "", now });
  await expect(retire("ams2-h")).rejects.toThrow("Tasks still hold GPUs of ams2-h.");
  await db.query(`update placement set state = 'revoked', run = false where node_id = $1`, [nodeId]);
  await expect(retire("ams2-h")).rejects.toThrow("Tasks still hold GPUs");
  await db.query(`update node set health = 'dead' where id = $1`, [nodeId]);
  await retire("ams2-h");
  await expect(retire("no-such-node")).rejects.toThrow("No such node.");
});
