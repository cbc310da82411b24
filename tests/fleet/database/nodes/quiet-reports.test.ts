import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { type Given, receiveNews, receiveObserved, receiveQuiet } from "~/fleet/receive-observed.server";
import { readDesired } from "~/fleet/read-desired.server";
import { aReport } from "../../../support/a-report";
import { aNode, theCatalogue } from "../../../support/world";

const now = new Date();

beforeAll(theCatalogue);

test("reports without news are recorded together; one with news, a stale one and a retired node's do not affect them", async () => {
  const nodeIds: number[] = [];
  for (let index = 0; index < 6; index += 1) nodeIds.push((await aNode()).nodeId);
  for (const nodeId of nodeIds) await receiveObserved({ nodeId, observed: aReport(1), now });
  const [quiet, ill, rebooted, stale, retired, alsoQuiet] = nodeIds.map((nodeId): Given => ({
    nodeId,
    observed: aReport(2),
    now,
  }));
  if (!quiet || !ill || !rebooted || !stale || !retired || !alsoQuiet) throw new Error("a node is missing");
  ill.observed.sysinfo.error_counter = 3;
  rebooted.observed.boot_id = "boot-2";
  stale.observed.seq = 1;
  await db.query(`update node set retired_at = now() where id = $1`, [retired.nodeId]);

  const received = await receiveQuiet([quiet, ill, rebooted, stale, retired, alsoQuiet]);
  expect([...received.keys()].map(({ nodeId }) => nodeId).toSorted()).toEqual(
    [quiet, stale, alsoQuiet].map(({ nodeId }) => nodeId).toSorted(),
  );
  expect(received.get(stale)).toMatchObject({ stale: true });
  expect(received.get(quiet)).toEqual(received.get(alsoQuiet));
  const seqs = async () =>
    (
      await db.query<{ seq: bigint }>(`select observed_seq as seq from node where id = any($1) order by id`, [nodeIds])
    ).map(({ seq }) => Number(seq));
  expect(await seqs()).toEqual([2, 1, 1, 1, 1, 2]);
  await receiveNews(ill);
  await receiveNews(rebooted);
  expect(await seqs()).toEqual([2, 2, 2, 1, 1, 2]);
});

test("an agent whose node is retired while its report waits is refused like one with a key that ended", async () => {
  const { nodeId } = await aNode();
  await db.query(`update node set retired_at = now() where id = $1`, [nodeId]);
  const refused = { details: { status: 401 } };
  await expect(receiveObserved({ nodeId, observed: aReport(1), now })).rejects.toMatchObject(refused);
  await expect(readDesired({ nodeId })).rejects.toMatchObject(refused);
});
