import pg from "pg";
import type { LaunchedProduct } from "../../e2e/support/launch-product";
import { plantFleet } from "../fleet-world";
import { figure, heading } from "../report";
import { cookieOf, openContext } from "./browser";

const NODES = 1000;
const WATCHED_S = 20;

/** A browser that shows a thousand nodes with three or four tasks each, while they report and tasks come and go. */
export async function benchFleet(product: LaunchedProduct): Promise<void> {
  heading(`The nodes screen live, with ${NODES} more nodes`);
  const client = new pg.Client({ connectionString: product.databaseUrl() });
  await client.connect();
  try {
    await plantFleet(client, NODES);
    await benchLive(product.origin, await cookieOf(product.origin, "operator"), client);
  } finally {
    await client.end();
  }
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
