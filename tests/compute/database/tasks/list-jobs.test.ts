import { expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { fingerprintOfLine } from "~/platform/fingerprint.server";
import { listJobs, readJobs } from "~/compute/list-jobs.server";
import { aTenant } from "../../../support/world";
import { at } from "../../../worker/lifecycle/stage";
import { aTask } from "./support";

const BODY = "AAAAC3NzaC1lZDI1NTE5AAAAIKNmsxmW4TUOvW1Qpx9dlpT2ljIuoVKdBmZ7RUs5M2yd";
const PRINT = fingerprintOfLine(`ssh-ed25519 ${BODY}`);
const atSecond = (second: number) => at(second).getTime() / 1000;

// Must be the first test: the others' queries on small tables would make plans for single values look cheap on this
// connection.
test("the list is planned once, even for a tenant with fewer tasks than most", async () => {
  const { tenantId: few } = await aTenant({ dollars: 0 });
  const { tenantId: many } = await aTenant({ dollars: 0 });
  await db.query(
    `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
       accepted_gpu_pph, pph, accepted_at, state_at, finished_at)
     select $1, 'old-' || n, 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'finished',
       95, 95, now(), now(), now() from generate_series(1, 5000) n`,
    [many],
  );
  await db.query("analyze task");
  // The statements use one connection; PostgreSQL plans the first ones for their values.
  const plansAfter = async (times: number) => {
    for (let time = 0; time < times; time += 1) await listJobs({ tenantId: few, now: at(0) });
    const [made] = await db.query<{ once: bigint; again: bigint }>(
      `select generic_plans as once, custom_plans as again from pg_prepared_statements
       where statement like '% as task_name%union all%'`,
    );
    return { once: Number(made?.once), again: Number(made?.again) };
  };
  const { once, again } = await plansAfter(10);
  expect(await plansAfter(5)).toEqual({ once: once + 5, again });
});

test("the list has all unfinished tasks, then finished ones, newest first, up to the limit", async () => {
  const { tenantId: another } = await aTenant({ dollars: 0 });
  const names = async (given: { limit?: number; beforeTs?: number }) =>
    (await listJobs({ tenantId: another, now: at(0), ...given })).map((job) => job.task_name);
  const add = (taskName: string, state: string, second: number) =>
    aTask({ tenantId: another, taskName, state, acceptedAt: at(second) });
  await add("q-old", "queued", 1);
  await add("f-new", "finished", 30);
  await add("f-old", "failed", 10);
  await add("f-mid", "lost", 20);
  await add("q-new", "queued", 40);
  expect(await names({})).toEqual(["q-new", "q-old", "f-new", "f-mid", "f-old"]);
  expect(await names({ limit: 1 })).toEqual(["q-new", "q-old", "f-new"]);
  expect(await names({ beforeTs: at(30).getTime() / 1000 })).toEqual(["f-mid", "f-old"]);
});

test("an ended task has no future end, whatever it declared, and its uptime is the charged time", async () => {
  const { tenantId: another } = await aTenant({ dollars: 0 });
  await aTask({ tenantId: another, taskName: "limited", state: "finished", acceptedAt: at(0) });
  await db.query(
    `update task set max_seconds = 3600, max_cents = 500, started_at = $2, charged_seconds = 40, stop_at = $2
     where tenant_id = $1`,
    [another, at(5)],
  );
  const listed = await listJobs({ tenantId: another, now: at(900) });
  expect(listed).toMatchObject([
    { uptime: 40, ts_ends: 0, max_seconds: 3600, max_dollars: 5, ts_started: atSecond(5) },
  ]);
  expect(await listJobs({ tenantId: another, now: at(900), beforeTs: atSecond(60) })).toEqual(listed);
  expect(await readJobs({ resvGuids: [listed[0]?.resv_guid ?? ""], now: at(900) })).toEqual(listed);
});

test.each([
  ["queued", "unknown"],
  ["placing", "unknown"],
  ["starting", "unknown"],
  ["running", "running"],
  ["incident", "unknown"],
  ["stopping", "unknown"],
  ["finished", "unknown"],
  ["killed", "killed"],
  ["failed", "killed"],
  ["lost", "killed"],
] as const)("%s is shown as %s (6.3)", async (state, status) => {
  const { tenantId: another } = await aTenant({ dollars: 0 });
  await aTask({ tenantId: another, state });
  expect(await listJobs({ tenantId: another, now: at(0) })).toMatchObject([{ state, status }]);
});

test.each([
  [`ssh-ed25519 ${BODY}`, PRINT],
  [`ssh-ed25519 ${BODY} root@node`, PRINT],
  ["ssh-ed25519 not%base64", ""],
  ["ssh-ed25519 AAAAB", ""],
  ["ssh-ed25519", ""],
  ["", ""],
])("the fingerprint of the key line %j is %j", async (line, fingerprint) => {
  const { tenantId: another } = await aTenant({ dollars: 0 });
  const id = await aTask({ tenantId: another, state: "running" });
  await db.query("update task set ssh_host_key = $2 where resv_guid = $1", [id, line]);
  expect(await readJobs({ resvGuids: [id], now: at(0) })).toMatchObject([
    { ssh_host_key: line, ssh_host_fingerprint: fingerprint },
  ]);
});
