import pg from "pg";
import type { LaunchedProduct } from "../../e2e/support/launch-product";
import { processorSeconds, type Server } from "../processes";
import { figure, heading, quantile } from "../report";
import { cookieOf, openContext } from "./browser";
import { buildEmptyRemix, startEmptyRemix } from "./empty-remix";
import { fetchHtml, spread } from "./first-byte";

const NODES = 1000;
const TENANTS = 200;
const WARM_UP = 10;
const SAMPLES = 60;
const WATCHED_S = 20;

/** The screens of a fleet of a thousand nodes with three or four tasks each, while it reports and tasks come and go. */
export async function benchFleet({ product, dir }: { product: LaunchedProduct; dir: string }): Promise<void> {
  heading(`The nodes screens with ${NODES} more nodes`);
  const client = new pg.Client({ connectionString: product.databaseUrl() });
  await client.connect();
  const cookie = await cookieOf(product.origin, "operator");
  const empty = await startEmptyRemix(await buildEmptyRemix(dir));
  try {
    await plantFleet(client);
    await benchReads(product.databaseUrl());
    for (const path of PATHS) await benchPage(path, cookie, product, empty);
    await benchLive(product.origin, cookie, client);
  } finally {
    await empty.stop();
    await client.end();
  }
}

const PATHS = ["/dashboard/nodes", "/dashboard/nodes?view=cards", "/dashboard/nodes/fleet-0500", "/dashboard/free"];

/** Nodes that report without agents, and tasks that start for an hour: nothing of the product moves them meanwhile. */
export async function plantFleet(client: pg.Client): Promise<void> {
  await client.query(
    `insert into tenant (tenant_name) select 'fleet-tenant-' || n from generate_series(1, $1::int) n`,
    [TENANTS],
  );
  await client.query(
    `insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port, drain, health,
       simulated, agent_key_hash, boot_id, reported_at, reported_ts_dead, agent_version, sysinfo)
     select 'fleet-' || lpad(n::text, 4, '0'), 'fleet_' || lpad(n::text, 4, '0'), 'fra1', 'gpu8', 'a5000', 8,
       '10.0.' || n / 250 || '.' || n % 250, 22, case when n % 40 = 0 then 1 else 0 end,
       case when n % 97 = 0 then 'error' else 'healthy' end, true, '', 'boot', now(), 86400, '0.1.0',
       jsonb_build_object('cpu_cores', 32, 'mem_mb', 131072, 'mem_free', 90210, 'gpus', 8, 'disk_total', 1600,
         'disk_free', 1210, 'disk_name', 'nvme0n1', 'error_counter', case when n % 97 = 0 then 2 else 0 end,
         'ibs_active', 1, 'kernel', '6.1.0', 'updates_available', 0, 'ubuntu_needs_reboot', 0, 'reported_ts_dead', 86400)
     from generate_series(1, $1::int) n`,
    [NODES],
  );
  // GPUs 0-1, 2-3, 4-5 of every node and 6-7 of every second one.
  await client.query(
    `with t as (
       insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, gpus_granted, tenant_image, ssh_public_key,
         state, accepted_gpu_pph, pph, accepted_at, state_at)
       select (select min(id) from tenant where tenant_name like 'fleet-tenant-%') + n.id % $1::int,
         'fleet-' || n.id || '-' || part, 'fra1', 'a5000', 2, 2, 'ubuntu22-cuda12', 'k', 'starting', 95, 190, now(),
         now() + interval '1 hour'
       from node n, generate_series(0, 3) part where n.node_name like 'fleet-%' and (part < 3 or n.id % 2 = 0)
       returning resv_guid, split_part(task_name, '-', 2)::int as node_id, split_part(task_name, '-', 3)::int as part
     ), p as (
       insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at)
       select resv_guid, node_id, array[part * 2, part * 2 + 1], 'acknowledged', 1, now() from t
       returning placement_id, node_id, gpus)
     insert into held_gpu (node_id, gpu, placement_id) select node_id, unnest(gpus), placement_id from p`,
    [TENANTS],
  );
  await client.query("analyze");
}

/** Time of the database as the loader waits for it. */
async function benchReads(databaseUrl: string): Promise<void> {
  process.env["DATABASE_URL"] = databaseUrl;
  const { pool } = await import("~/db.server");
  const { readNodesScreen } = await import("~/routes/operator/nodes/read-nodes-screen.server");
  const { readNodeTasks } = await import("~/domain/nodes/read-node-tasks.server");
  const { readNodeQueue } = await import("~/domain/nodes/read-node-queue.server");
  const { readFleet } = await import("~/domain/nodes/read-fleet.server");
  const nodeName = "fleet-0500";
  const screen = (query: string) => () =>
    readNodesScreen({ search: new URLSearchParams(query), role: "operator", now: new Date() });
  const reads: Record<string, () => Promise<unknown>> = {
    "one row for each node": () => readFleet({ now: new Date() }),
    "the same with the names of tenants": () => readFleet({ now: new Date(), withTenants: true }),
    "whole loader of the list": screen(""),
    "whole loader of a search": screen("q=fleet-tenant-77&sort=-used"),
    "whole loader of the cards": screen("view=cards"),
    "tasks of one node": () => readNodeTasks({ nodeName, now: new Date() }),
    "its queue": () => readNodeQueue({ nodeName }),
  };
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = [];
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample += 1) {
      const started = performance.now();
      await read();
      if (sample >= WARM_UP) times.push(performance.now() - started);
    }
    figure(`${name}, median / p90 ms`, `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.9).toFixed(1)}`);
  }
  await pool.end();
}

async function benchPage(path: string, cookie: string, product: LaunchedProduct, empty: Server): Promise<void> {
  const [ours, bare]: [number[], number[]] = [[], []];
  const pid = product.pids()["web"] ?? 0;
  let [sent, html, used] = [0, 0, { page: 0, bare: 0 }];
  for (let sample = 0; sample < WARM_UP + SAMPLES; sample += 1) {
    const page = await fetchHtml(product.origin + path, cookie);
    const none = await fetchHtml(`${empty.origin}/`, null);
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    [sent, html] = [page.sentBytes, page.htmlBytes];
    if (sample < WARM_UP) continue;
    if (sample === WARM_UP) used = { page: processorSeconds(pid), bare: processorSeconds(empty.pid) };
    ours.push(page.firstByteMs);
    bare.push(none.firstByteMs);
  }
  const [page, none] = [spread(ours), spread(bare)];
  const ratio = `${page.medianMs.toFixed(1)} against ${none.medianMs.toFixed(1)}`;
  figure(`${path}, first byte ms, median`, ratio, "3.3 ×");
  figure("its ratio", `${(page.medianMs / none.medianMs).toFixed(1)} ×`);
  // Waiting for a processor that others use is in the times, but not in these.
  const perPage = (seconds: number) => ((1000 * seconds) / (SAMPLES - 1)).toFixed(1);
  const [mine, theirs] = [processorSeconds(pid) - used.page, processorSeconds(empty.pid) - used.bare];
  figure("processor time of web, ms", `${perPage(mine)} against ${perPage(theirs)}`);
  figure("HTML, KiB / as sent", `${(html / 1024).toFixed(0)} / ${(sent / 1024).toFixed(0)}`);
}

/** Script time of a browser that shows the list while all nodes report each 5 s and two placements a second change. */
async function benchLive(origin: string, cookie: string, client: pg.Client): Promise<void> {
  const context = await openContext(origin, { cookie, width: 1280 });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    const read = async () => {
      const { metrics } = await devtools.send("Performance.getMetrics");
      const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
      return { script: of("ScriptDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
    };
    await page.goto("/dashboard/nodes", { waitUntil: "networkidle" });
    const loaded = await read();
    figure("list, script until it stands, ms", (1000 * loaded.script).toFixed(0));
    figure("layout and styles, ms", (1000 * loaded.layout).toFixed(0));
    let beats = 0;
    const timer = setInterval(() => {
      beats += 1;
      void client.query(
        `with beat as (update node set reported_at = now(), sysinfo_version = sysinfo_version + 1
           where node_name like 'fleet-%' and id % 10 = $1::int)
         , said as (insert into outbox (entity, key)
           select 'tenants', node_key from node where node_name like 'fleet-%' and id % 500 = $1::int)
         select pg_notify('millrace_outbox', '')`,
        [beats % 10],
      );
    }, 500);
    const before = await read();
    await new Promise((resolve) => setTimeout(resolve, WATCHED_S * 1000));
    clearInterval(timer);
    const after = await read();
    const share = (one: number, other: number) => `${((100 * (one - other)) / WATCHED_S).toFixed(1)}% of a core`;
    figure("live, script", share(after.script, before.script));
    figure("live, layout and styles", share(after.layout, before.layout));
  } finally {
    await context.close();
  }
}
