import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import type { Observed } from "~/fleet/agent-messages";
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

test("a report with an unknown command, or without a known one, is quiet once it changes nothing", async () => {
  const { nodeId } = await aNode();
  const able = ["self-test" as const];
  const running = {
    id: "1-elsewhere",
    state: "running" as const,
    exit_code: null,
    output: "",
    started_ts: 0,
    ended_ts: null,
  };
  let seq = 0;
  const report = async (chores: Observed["chores"]) => {
    seq += 1;
    const given = { nodeId, observed: { ...aReport(seq), chores }, now };
    const isQuiet = (await receiveQuiet([given])).size === 1;
    if (!isQuiet) await receiveNews(given);
    return isQuiet;
  };
  const states = async () =>
    (await db.query<{ state: string }>(`select state from node_chore where node_id = $1 order by id`, [nodeId])).map(
      ({ state }) => state,
    );
  await report({ able, known: [] });
  await db.query(
    `insert into node_chore (node_id, kind, why, asked_at, state, started_at) values ($1, 'self-test', 'operator', $2, 'running', $2)`,
    [nodeId, now],
  );
  // It runs by the id of another database, or it is forgotten and will begin again.
  expect(await report({ able, known: [running] })).toBe(true);
  expect(await report({ able, known: [] })).toBe(true);
  expect(await report({ able, known: [{ ...running, state: "failed" }] })).toBe(true);
  expect(await states()).toEqual(["running"]);
  // Without its command it has ended, but one that runs may be this one.
  expect(await report({ able: [], known: [running] })).toBe(false);
  expect(await report({ able: [], known: [running] })).toBe(true);
  expect(await states()).toEqual(["running"]);
  expect(await report({ able: [], known: [] })).toBe(false);
  expect(await report({ able: [], known: [] })).toBe(true);
  expect(await states()).toEqual(["failed"]);
});

test("an agent whose node is retired while its report waits is refused like one with a key that ended", async () => {
  const { nodeId } = await aNode();
  await db.query(`update node set retired_at = now() where id = $1`, [nodeId]);
  const refused = { details: { status: 401 } };
  await expect(receiveObserved({ nodeId, observed: aReport(1), now })).rejects.toMatchObject(refused);
  await expect(readDesired({ nodeId })).rejects.toMatchObject(refused);
});
