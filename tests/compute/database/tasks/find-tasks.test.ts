import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { describeTask } from "~/compute/inside/tasks/describe-task.server";
import { countEarlier, findTasks } from "~/compute/inside/tasks/find-tasks.server";
import { readTaskCost } from "~/compute/inside/tasks/read-task-cost.server";
import { aTenant, theCatalogue } from "../../../support/world";
import { at } from "../../../worker/lifecycle/stage";
import { aTask } from "./support";

const now = at(0);
let tenantId: number;
let userId: number;
const guids: Record<string, string> = {};

beforeAll(async () => {
  await theCatalogue();
  ({ tenantId, userId } = await aTenant({ dollars: 0 }));
  for (const [taskName, state, second] of [
    ["wait-1", "queued", 1],
    ["run_1", "running", 2],
    ["done-1", "finished", 3],
    ["done-2", "killed", 4],
    ["done-3", "lost", 5],
  ] as const) {
    guids[taskName] = await aTask({ tenantId, taskName, state, acceptedAt: at(second) });
  }
  await describeTask({
    tenantId,
    userId,
    resvGuid: guids["done-2"] ?? "",
    displayName: "Größe 100%",
    tags: ["llama"],
    now,
  });
  await describeTask({ tenantId, userId, resvGuid: guids["wait-1"] ?? "", tags: ["llama", "team-a"], now });
  const { tenantId: other, userId: stranger } = await aTenant({ dollars: 0 });
  const foreign = await aTask({ tenantId: other, taskName: "wait-1", state: "queued" });
  await describeTask({ tenantId: other, userId: stranger, resvGuid: foreign, tags: ["llama"], now });
});

const names = async (search: Partial<Parameters<typeof findTasks>[0]>) =>
  (await findTasks({ tenantId, now, ...search })).map((job) => job.task_name);

test("unfinished tasks come first, then ended ones, newest first, page by page", async () => {
  expect(await names({})).toEqual(["run_1", "wait-1", "done-3", "done-2", "done-1"]);
  expect(await names({ limit: 2 })).toEqual(["run_1", "wait-1", "done-3", "done-2"]);
  expect(await names({ limit: 2, offset: 2 })).toEqual(["done-1"]);
  expect(await names({ beforeTs: at(5).getTime() / 1000 })).toEqual(["done-2", "done-1"]);
  expect(await names({ endedAfter: at(3) })).toEqual(["run_1", "wait-1", "done-3", "done-2"]);
  expect(await names({ endedAfter: at(3), limit: 1 })).toEqual(["run_1", "wait-1", "done-3"]);
  expect(await names({ endedAfter: at(3), limit: 1, offset: 1 })).toEqual(["done-2"]);
  expect(await countEarlier({ tenantId, before: at(4), most: 10 })).toBe(2);
  expect(await countEarlier({ tenantId, before: at(4), most: 1 })).toBe(1);
});

test("they are found by part of the name, by display name, tag, id and state, but only the tenant's own", async () => {
  expect(await names({ text: "DONE" })).toEqual(["done-3", "done-2", "done-1"]);
  expect(await names({ text: "größe" })).toEqual(["done-2"]);
  expect(await names({ text: "100%" })).toEqual(["done-2"]);
  expect(await names({ text: "n_1" })).toEqual(["run_1"]);
  expect(await names({ text: "Team A" })).toEqual(["wait-1"]);
  expect(await names({ text: (guids["run_1"] ?? "").slice(0, 13).toUpperCase() })).toEqual(["run_1"]);
  expect(await names({ tag: "llama" })).toEqual(["wait-1", "done-2"]);
  expect(await names({ tag: "llama", state: "ended" })).toEqual(["done-2"]);
  expect(await names({ state: "waiting" })).toEqual(["wait-1"]);
  expect(await names({ state: "running" })).toEqual(["run_1"]);
  expect(await names({ state: "ended" })).toEqual(["done-3", "done-2", "done-1"]);
});

test("on a long history a page is found by indexes, not by reading every task", async () => {
  const { tenantId: many } = await aTenant({ dollars: 0 });
  await db.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at, finished_at, tags)
     select $1, 'old-' || n, 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'finished', 95, 95,
       $2::timestamptz - n * interval '1 minute', now(), now(), case when n % 5000 = 0 then '{rare}'::text[] else '{}' end
     from generate_series(1, 20000) n`,
    [many, now],
  );
  await db.query("analyze task");
  const plan = async (search: Parameters<typeof findTasks>[0]) => {
    const before = await scans();
    const found = await findTasks(search);
    const after = await scans();
    return { found: found.length, whole: after - before };
  };
  expect(await plan({ tenantId: many, now, limit: 51 })).toEqual({ found: 51, whole: 0 });
  expect(await plan({ tenantId: many, now, limit: 51, offset: 100 })).toEqual({ found: 51, whole: 0 });
  expect(await plan({ tenantId: many, now, limit: 51, endedAfter: new Date() })).toEqual({ found: 0, whole: 0 });
  expect(await plan({ tenantId: many, now, tag: "rare", limit: 51 })).toEqual({ found: 4, whole: 0 });
  expect(await plan({ tenantId, now, text: "done", limit: 51 })).toEqual({ found: 3, whole: 0 });
});

/** Full scans of the table so far, including those by this connection's own statements. */
async function scans(): Promise<number> {
  await db.query("select pg_stat_force_next_flush()");
  const [row] = await db.query<{ n: number }>(
    `select seq_scan::int as n from pg_stat_user_tables where relname = 'task'`,
  );
  return row?.n ?? 0;
}

test("the hourly cost of a task adds up to the charges, even across a full hour", async () => {
  const resvGuid = guids["run_1"] ?? "";
  const hour = Math.floor(at(0).getTime() / 3_600_000) * 3600;
  await db.query(
    `insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id)
     select $1, to_timestamp($2::float8 + piece.f), to_timestamp($2::float8 + piece.t), 95 * (piece.t - piece.f), 0
     from (values (100, 3000), (3000, 4200), (4200, 7200)) piece(f, t)`,
    [resvGuid, hour],
  );
  expect(await readTaskCost({ resvGuid, until: new Date((hour + 7200) * 1000) })).toEqual([
    { ts: hour + 3600, seconds: 3600, dollars: 0.95 },
    { ts: hour, seconds: 3500, dollars: 0.9236 },
  ]);
});
