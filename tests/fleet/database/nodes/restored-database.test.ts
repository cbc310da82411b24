import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { aReport } from "../../../support/a-report";
import { aNode, theCatalogue } from "../../../support/world";

let nodeId: number;
let otherId: number;
const now = new Date();

beforeAll(async () => {
  await theCatalogue();
});
beforeEach(async () => {
  ({ nodeId } = await aNode());
  ({ nodeId: otherId } = await aNode());
});

const change = () => db.query(`update node set desired_version = desired_version + 1 where id = $1`, [nodeId]);
const versionOf = async (id: number) => (await readDesired({ nodeId: id })).version;

/** Restores the row as a recovery does, whatever triggers would do. */
async function putBack(to: number): Promise<void> {
  await transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(`update node set desired_version = $2 where id = $1`, [nodeId, to]);
  });
}

let seq = 100;
const report = async (version: number, epoch?: string) =>
  await receiveObserved({ nodeId, observed: { ...aReport((seq += 1)), desired_version: version, epoch }, now });

test("the first change after a database was restored is newer than all that it lost", async () => {
  await change();
  const before = await versionOf(nodeId);
  for (let more = 0; more < 3; more += 1) await change();
  const lost = await versionOf(nodeId);
  expect(lost).toBeGreaterThan(before);
  // A second later, because versions are seconds.
  await putBack(before - 1000);
  await change();
  expect(await versionOf(nodeId)).toBeGreaterThanOrEqual(lost - 3);
  expect(await versionOf(nodeId)).toBeGreaterThan(before - 1000 + 900);
});

test("an agent ahead of the database makes its own node's state the newest, once, and no other node's", async () => {
  await change();
  const known = await versionOf(nodeId);
  const others = await versionOf(otherId);
  await putBack(7);
  const { epoch } = await readDesired({ nodeId });
  expect(await report(known, epoch)).toMatchObject({ restored: true, stale: false });
  const raised = await versionOf(nodeId);
  expect(raised).toBeGreaterThan(known);
  // It reported again before it received anything: nothing is left to do.
  expect(await report(known, epoch)).toMatchObject({ restored: false, desiredVersion: raised });
  expect(await versionOf(otherId)).toBe(others);
});

test("an agent without epochs is treated the same; one of another epoch acknowledges nothing", async () => {
  await change();
  const known = await versionOf(nodeId);
  await putBack(7);
  expect(await report(known, "another-database")).toMatchObject({ restored: false });
  expect(await versionOf(nodeId)).toBe(7);
  expect(await report(known)).toMatchObject({ restored: true });
});

test("a version of the far future, or the largest number, is not believed and harms no other", async () => {
  await change();
  const before = await versionOf(nodeId);
  for (const lie of [before + 2 * 86_400, 2_147_483_647]) {
    expect(await report(lie)).toMatchObject({ restored: false });
    expect(await versionOf(nodeId)).toBe(before);
  }
  await change();
  expect(await versionOf(nodeId)).toBeGreaterThan(before);
});
