import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { findCandidates } from "~/rehearsal/inside/find-candidates.server";
import { lookForAdvice, readLookTs } from "~/rehearsal/look-for-advice.server";
import { readAdvice } from "~/rehearsal/read-advice.server";
import type { StaffRight } from "~/platform/staff-rights";
import { claimRehearsal, endRun } from "~/rehearsal/run-queue.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { loader as result } from "~/rehearsal/screens/rehearsal/route";
import { loader as list } from "~/rehearsal/screens/rehearsals/route";
import { loader as home } from "~/staff/screens/dashboard/route";
import { writeTasks } from "../../../prisma/seed-history/write-tasks";
import { get, thrownBy, type Visit } from "../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../platform/database/screens/staff";
import { aNode, aTenant, type TenantInWorld, theCatalogue } from "../../support/world";
import { call, read } from "../../contract/support/call";
import { aPerson } from "../../contract/support/people";
import { readCsv } from "../../support/csv";
import { later, NOW, outcomeOf } from "./rehearsals";

const HOUR_S = 3600;
const ERROR = "Error of the baseline, share of what happened";
const DAYS = 30;
const BEGIN_H = -24 * (DAYS - 1);
const OPERATOR = ["fleet.see", "fleet.act", "money.see"] as const;

let staff: Staff;
let tenant: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  tenant = await aTenant();
});
beforeEach(async () => {
  await db.query(`delete from rehearsal`);
  await db.query(`delete from advice_look`);
  await db.query(`delete from gpu_use`);
  await db.query(`delete from placement`);
  await db.query(`delete from task_event`);
  await db.query(`delete from task`);
  await db.query(`delete from node`);
});

type GpuType = "a5000" | "a100";
const aFleet = async (sizes: number[], gpuType: GpuType = "a5000") => {
  for (const [index, gpus] of sizes.entries())
    await aNode({ nodeName: `${gpuType}-${index + 1}`, gpuType, gpus, now: later(-40 * 86_400) });
};

/** A task of the last 30 days, by hours after their first day. */
const aTask = async (given: { at: number; waits: number; runs: number; gpus?: number; gpuType?: GpuType }) => {
  const { at, waits, runs, gpus = 8, gpuType = "a5000" } = given;
  const [queuedAt, startedAt] = [later((BEGIN_H + at) * HOUR_S), later((BEGIN_H + at + waits) * HOUR_S + 20)];
  await transaction((tx) =>
    writeTasks(tx, tenant, [
      {
        ...{ resvGuid: randomUUID(), taskName: `t-${at}`, cluster: "fra1", gpuType, gpus, queuedAt, startedAt },
        ...{ pph: gpus * (gpuType === "a5000" ? 95 : 249), hours: runs, state: "finished" },
      },
    ]),
  );
};

/** Quarter-hours of a row in the last days, all alike. */
const use = async (busy: number, inService: number, days = DAYS, gpuType: GpuType = "a5000") => {
  await db.query(
    `insert into gpu_use (at, cluster_name, gpu_type, samples, busy, in_service, gpus, cost_cents)
     select at, 'fra1', $2, 15, 15 * $3::int, 15 * $4::int, 15 * $4::int, 0
     from generate_series($1::timestamptz - $5::int * interval '1 day', $1::timestamptz - interval '15 minutes', '15 minutes') at`,
    [NOW, gpuType, busy, inService, days],
  );
};

const kinds = async () => (await findCandidates({ now: NOW })).map(({ candidate }) => candidate.kind);
const candidateOf = async (kind: string) =>
  (await findCandidates({ now: NOW })).find(({ candidate }) => candidate.kind === kind) ?? expect.fail(`no ${kind}`);

/** Tasks of a node of 8 that come faster than it ends them, next to four idle nodes of 4. Some still wait. */
const smallNodesIdle = async () => {
  await aFleet([8, 4, 4, 4, 4]);
  for (let task = 0; task < 57; task += 1) await aTask({ at: task * 12, waits: task * 2, runs: 14 });
  await db.query(`delete from placement where ended_at > $1`, [NOW]);
  await db.query(
    `update task set state = 'queued', state_at = accepted_at, placed_at = null, started_at = null, finished_at = null,
       settled_at = null, charged_seconds = 0, billed_cents = 0, gpus_granted = 0, exit_code = null
     where finished_at > $1`,
    [NOW],
  );
  await use(8, 24);
};

/** Runs what waits, as a worker does. */
const runAll = async () => {
  for (;;) {
    const run = await claimRehearsal({ holder: randomUUID(), now: NOW });
    if (!run) return;
    await endRun(run, await outcomeOf(run.id), NOW);
  }
};
const viewer = (...staffRights: StaffRight[]) => ({ staffRights });
const stored = async () =>
  await db.query<{ id: number; state: string }>(`select id, state from rehearsal where advice is not null order by id`);

describe("What stands out in the last 30 days", () => {
  it("is nothing in a calm month, nor in one without a task", async () => {
    expect(await kinds()).toEqual([]);
    await aFleet([8, 4, 4]);
    await use(12, 16);
    for (let task = 0; task < 40; task += 1) await aTask({ at: task * 12, waits: 0.1, runs: 8 });
    expect(await kinds()).toEqual([]);
  });

  it("is a size that waits while as many GPUs are free on smaller nodes: larger ones in their place", async () => {
    await aFleet([8, 4, 4, 4, 4]);
    await aTask({ at: 100, waits: 30, runs: 5 });
    await use(8, 24);
    expect(await candidateOf("fragments")).toMatchObject({
      candidate: { cluster: "fra1", gpuType: "a5000", gpus: 8, hours: 30 },
      variant: {
        name: "a5000 in fra1: two nodes of 8 in place of four of 4",
        nodes: [
          ...["a5000-2", "a5000-3", "a5000-4", "a5000-5"].map((node_name) => ({ kind: "remove", node_name })),
          { kind: "add", cluster_name: "fra1", gpu_type: "a5000", count: 2, gpus: 8, infiniband: false },
        ],
      },
    });
    expect(await kinds()).toEqual(["fragments"]);
  });

  it("is a row in which a size waits while fewer GPUs are free: two more nodes of its usual size", async () => {
    await aFleet([8, 8, 4], "a100");
    await aTask({ at: 100, waits: 30, runs: 5, gpuType: "a100" });
    await use(16, 20, DAYS, "a100");
    expect(await candidateOf("full")).toMatchObject({
      candidate: { cluster: "fra1", gpuType: "a100", gpus: 8, hours: 30 },
      variant: { nodes: [{ kind: "add", cluster_name: "fra1", gpu_type: "a100", count: 2, gpus: 8 }] },
    });
    expect(await kinds()).toEqual(["full"]);
    await db.query(`update task set placed_at = accepted_at + interval '23 hours'`);
    expect(await kinds()).toEqual([]);
  });

  it("is a type with a queue for most of most days: a tenth dearer, at an elasticity of −1", async () => {
    await aFleet([8], "a100");
    await use(8, 16, DAYS, "a100");
    for (let day = 0; day < 16; day += 1) await aTask({ at: day * 24, waits: 14, runs: 1, gpus: 1, gpuType: "a100" });
    expect(await candidateOf("queue")).toMatchObject({
      candidate: { gpuType: "a100", days: 16, of: 30 },
      variant: { prices: [{ gpu_type: "a100", gpu_pph: 274, elasticity: -1 }] },
    });
    await db.query(`update node set retired_at = $1`, [NOW]);
    expect(await kinds()).toEqual([]);
    await db.query(`update node set retired_at = null`);
    expect(await kinds()).toContain("queue");
    await db.query(`update task set placed_at = accepted_at + interval '11 hours' where task_name = 't-0'`);
    expect(await kinds()).toEqual([]);
  });
});

describe("The look for advice", () => {
  it("rehearses the last 30 days once, however many workers look at once, in the product's own name", async () => {
    await smallNodesIdle();
    await Promise.all(Array.from({ length: 4 }, () => lookForAdvice({ now: NOW })));
    expect(await stored()).toMatchObject([{ state: "waiting" }]);
    const { listed, advice } = await list(get(staff.operator, "/dashboard/rehearsal"));
    expect(listed.rows).toMatchObject([{ by: "Millrace", name: "Advice from the last 30 days" }]);
    expect(advice).toMatchObject({ advice: [], state: "waiting", lookedTs: NOW.getTime() / 1000 });
    await lookForAdvice({ now: later(60) });
    expect(await stored()).toHaveLength(1);
  });

  it("rehearses the rows of its candidates alone: others would hide what a change does to them", async () => {
    await smallNodesIdle();
    await aFleet([8, 8], "a100");
    for (let task = 0; task < 20; task += 1) await aTask({ at: task * 12, waits: 0, runs: 1, gpuType: "a100" });
    await lookForAdvice({ now: NOW });
    await runAll();
    const [done] = await db.query<{ rows: object; past: object }>(
      `select input->'source'->'rows' as rows, result->'past' as past from rehearsal`,
    );
    expect(done).toMatchObject({ rows: [{ cluster_name: "fra1", gpu_type: "a5000" }], past: { tasks: 57, nodes: 5 } });
    const { advice } = await readAdvice(viewer(...OPERATOR));
    expect(advice).toHaveLength(2);
  });

  it("gives a sentence for each change that helps, with its variant one click away", async () => {
    await smallNodesIdle();
    await lookForAdvice({ now: NOW });
    await runAll();
    const [{ id } = { id: 0 }] = await stored();
    const { advice } = await readAdvice(viewer(...OPERATOR));
    expect(advice).toMatchObject([
      {
        text: expect.stringMatching(
          /^In fra1, tasks of 8 GPUs waited for \d+ hours while .*: two more nodes of 8 and removing four nodes would have cut the mean wait of tasks of 5 to 8 GPUs from \d+ h to 0 s and left \d tasks unstarted instead of \d\.$/,
        ),
        to: `/dashboard/rehearsal/${id}#variant-1`,
      },
      {
        text: expect.stringMatching(
          /^On \d+ of 30 days, a5000 had a queue for most of the day: a price of \$1\.05 an hour for a5000 at an elasticity of −1 would have .* earned \$[\d,.]+ more\.$/,
        ),
      },
    ]);
    expect((await home(get(staff.operator, "/dashboard"))).advice).toBe(2);
    const plain = (await list(get(staff.support, "/dashboard/rehearsal"))).advice.advice;
    expect(plain.length).toBeGreaterThan(0);
    expect(JSON.stringify(plain)).not.toMatch(/earned/);
    expect(await readAdvice(viewer("fleet.see", "money.see"))).toMatchObject({ advice: plain });
  });

  it("leads to a result whose files have what happened and the error, and no money for support", async () => {
    await smallNodesIdle();
    await lookForAdvice({ now: NOW });
    await runAll();
    const [{ id } = { id: 0 }] = await stored();
    const file = async (visit: Visit, table: string) => {
      const path = `/dashboard/rehearsal/${id}?format=csv&table=${table}`;
      const asked = get(visit, path, { rehearsalId: String(id) });
      await thrownBy(result(asked));
      return readCsv((await factsOf(asked).file?.text()) ?? expect.fail("no file was sent"));
    };
    const figures = await file(staff.operator, "figures");
    expect(figures.map((row) => row["Variant"]).slice(-2)).toEqual(["What happened", ERROR]);
    expect(figures.at(-1)).toMatchObject({ "Revenue, cents": "0", "Refused by a limit": "not recorded" });
    const [baseline, happened, error] = [figures[0], ...figures.slice(-2)].map((row) => Number(row?.["Started"]));
    expect(error).toBeCloseTo((baseline ?? NaN) / (happened ?? NaN) - 1, 5);
    for (const table of ["sizes", "tenants"]) {
      const errors = (await file(staff.operator, table)).filter((row) => row["Variant"] === ERROR);
      expect(errors.map((row) => Number(row["Tasks"]))).toContain(0);
    }
    const { apiKey } = await aPerson({ role: "operator" });
    expect(await read(await call(`/v1/rehearsals/${id}`, { key: apiKey }))).toMatchObject({
      by: "Millrace",
      result: { truth: { errors: { tasks: 0, cents: 0, never_starts: 0, by_size: [{}, {}, { tasks: 0 }, {}] } } },
    });
    for (const table of ["figures", "tenants"])
      expect(
        Object.keys((await file(staff.support, table))[0] ?? {}).filter((head) => head.startsWith("Revenue")),
      ).toEqual([]);
  });

  it("gives none for a change that does not help", async () => {
    // What it waited for is not known: on these nodes it would have started at once.
    await aFleet([8, 4, 4, 4, 4]);
    await aTask({ at: 100, waits: 30, runs: 5 });
    await use(8, 24);
    await lookForAdvice({ now: NOW });
    await runAll();
    expect(await stored()).toMatchObject([{ state: "done" }]);
    expect(await readAdvice(viewer(...OPERATOR))).toMatchObject({ advice: [], state: "done" });
  });

  it("replaces older advice, which stands until the newer one is there, and takes it back once nothing stands out", async () => {
    await smallNodesIdle();
    for (const day of [0, 1, 2]) {
      await lookForAdvice({ now: later(day * 86_400) });
      if (day < 2) await runAll();
    }
    expect(await stored()).toMatchObject([{ state: "done" }, { state: "waiting" }]);
    expect(await readAdvice(viewer(...OPERATOR))).toMatchObject({ state: "waiting", advice: [{}, {}] });
    await runAll();
    await db.query(`delete from gpu_use`);
    await db.query(`update task set placed_at = accepted_at`);
    await lookForAdvice({ now: later(3 * 86_400) });
    expect(await stored()).toEqual([]);
    expect(await readAdvice(viewer(...OPERATOR))).toMatchObject({ state: null, advice: [] });
    expect(await readLookTs()).toBe(later(3 * 86_400).getTime() / 1000);
  });
});
