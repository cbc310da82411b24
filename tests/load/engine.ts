import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineFollower } from "~/compute/engine-follower.server";
import { slurmSettings } from "~/compute/slurm-settings";
import { db } from "~/platform/db.server";
import { SlurmEngine } from "../../worker/engines/slurm/slurm-engine";
import { fillRow } from "./placement-world";
import { figure, heading } from "./report";

const PLACES = 1000;
const MINUTES = 3;
const RECORDED = new URL("../worker/unit/engines/recorded/jobs.json", import.meta.url);

/** The cost of following one Slurm with 1,000 places whose jobs change all the time: all of them run, or all wait. */
export async function benchEngine(): Promise<void> {
  heading(`${PLACES} places on one Slurm, ${MINUTES} minutes each`);
  await follow("running", "RUNNING");
  await follow("waiting", "PENDING");
}

async function follow(state: "running" | "waiting", jobState: string): Promise<void> {
  const row = await fillRow({ nodes: 0, tasks: PLACES, gpus: [1] });
  const [engine] = await db.query<{ id: number }>(
    `with made as (insert into engine (kind, url) values ('slurm', 'http://127.0.0.1') returning id)
     update cluster set engine_id = made.id from made where name = $1 returning engine_id as id`,
    [row.clusterName],
  );
  const engineId = engine?.id ?? 0;
  const places = await db.query<{ name: string }>(
    `insert into engine_place (name, resv_guid, attempt, engine_id, state, external_id, submitted_ts, wanted_at, submitted_at, placed_at, started_at)
     select 'mr-' || resv_guid || '-1', resv_guid, 1, $1, $2, row_number() over (), 1, now(), now(),
       case $2 when 'running' then now() end, case $2 when 'running' then now() end
     from task where cluster_name = $3 returning name`,
    [engineId, state, row.clusterName],
  );
  const [sample] = (JSON.parse(readFileSync(RECORDED, "utf8")) as { jobs: object[] }).jobs;
  const jobs = places.map(({ name }, at) => ({ ...sample, name, job_id: at + 1, job_state: jobState, submit_time: 1 }));
  const file = `${process.env["BENCH_DIR"]}/jobs-${state}.json`;
  writeFileSync(file, JSON.stringify({ errors: [], jobs }));

  const site = Bun.spawn(["node_modules/.bin/bun", "tests/load/slurm-stand-in.ts", file], { stdout: "pipe" });
  const { value } = await site.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  const settings = slurmSettings.parse({ url, user: "games", partition: "gpu", gpuMap: { a5000: "bench" } });
  const slurm = new SlurmEngine(settings, { token: "bench", home: "http://127.0.0.1", now: () => new Date() });
  const follower = new EngineFollower(slurm, engineId, () => new Date());
  await follower.turn();

  const lists = async () => Number(await (await fetch(`${url}/lists`)).text());
  const [startedMs, cpu, listed] = [performance.now(), process.cpuUsage(), await lists()];
  while (performance.now() - startedMs < MINUTES * 60_000) {
    const turnMs = performance.now();
    await follower.turn();
    await sleep(Math.max(0, 1000 - (performance.now() - turnMs)));
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedMs) / 1000;
  figure(`${state}: cores of Millrace`, ((user + system) / 1e6 / seconds).toFixed(3), "under 0.1");
  figure(`${state}: full lists a minute`, (((await lists()) - listed) / (seconds / 60)).toFixed(1), "at most 1");
  site.kill();
  await db.query(`update cluster set engine_id = null where engine_id = $1`, [engineId]);
}
