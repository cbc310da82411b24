import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { allMovements, listMovements } from "~/money/inside/billing/list-movements.server";
import { type MovementFilter, placeOf } from "~/money/inside/billing/movement-filter";
import { aTenant, credit, theCatalogue } from "../../../support/world";
import { aRunningTask, at } from "./running-task";

const ALL: MovementFilter = { kind: null, days: null, task: null };
const now = at(86_400);
let tenantId: number;

beforeAll(async () => {
  await theCatalogue();
  ({ tenantId } = await aTenant({ dollars: 0, now: at(-3600) }));
  const stranger = await aTenant({ dollars: 7, now: at(-3600) });
  await aRunningTask({ tenantId: stranger.tenantId, pph: 95, name: "run-theirs" });
  // Tasks and credits at the same times, so that a page ends between them.
  for (let n = 0; n < 20; n += 1) {
    await aRunningTask({ tenantId, pph: 95, from: n * 3600, name: `run-${n}` });
    await credit({ tenantId, dollars: 5, now: at(n * 3600) });
  }
});

async function pages(filter: MovementFilter): Promise<string[][]> {
  const read: string[][] = [];
  for (let after: string | null = null; ;) {
    const { rows, next } = await listMovements({ tenantId, filter, after: placeOf(after), now });
    read.push(rows.map(({ id }) => id));
    if (next === null) return read;
    after = next;
  }
}

test("pages show each movement once, newest first, and the file has the same", async () => {
  const read = await pages(ALL);
  expect(read.map((page) => page.length)).toEqual([25, 15]);
  expect(new Set(read.flat()).size).toBe(40);
  const killed = read.flat().findLast((id) => id.includes("-"));
  await db.query(
    `update task set state = 'killed', reason = 'no funds', charged_to = null, finished_at = $2 where resv_guid = $1`,
    [killed, now],
  );
  const file: { id: string; start_ts: number; end: string }[] = [];
  for await (const row of allMovements({ tenantId, userId: 0, inTeam: false, filter: ALL, now })) file.push(row);
  expect(file.filter(({ end }) => end !== "").map(({ id, end }) => [id, end])).toEqual([[killed, "killed: no funds"]]);
  expect(file.map(({ id }) => id)).toEqual(read.flat());
  expect(file.map(({ start_ts }) => start_ts)).toEqual(file.map(({ start_ts }) => start_ts).sort((a, b) => b - a));
});

test("kind, days and a part of the name choose among the tenant's own", async () => {
  const named = async (filter: Partial<MovementFilter>) => {
    const { rows } = await listMovements({ tenantId, filter: { ...ALL, ...filter }, after: null, now });
    return rows.map(({ kind, task_name }) => (kind === "task" ? task_name : kind));
  };
  expect(await named({ task: "RUN-1", kind: "task" })).toHaveLength(11);
  expect(await named({ task: "theirs" })).toEqual([]);
  expect(await named({ task: "%" })).toEqual([]);
  expect(new Set(await named({ kind: "topup" }))).toEqual(new Set(["topup"]));
  expect(await named({ days: { start: "2026-03-02", end: "2026-03-02" } })).toHaveLength(12);
  expect(await named({ days: { start: "2026-02-01", end: "2026-02-28" } })).toEqual([]);
});
