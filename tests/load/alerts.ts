import { telemetrySchema } from "~/fleet/agent-telemetry";
import { minuteOf } from "~/fleet/gather-telemetry";
import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { db } from "~/platform/db.server";
import { countPastAlerts, listOpenAlerts, listPastAlerts } from "~/staff/inside/alerts/list-alerts.server";
import { watchAlerts } from "~/staff/watch-alerts.server";
import { seedCatalogue } from "../../prisma/seed-catalogue";
import { plantFleet } from "./fleet-world";
import { figure, heading, medianTime, timeOf } from "./report";

const NODES = 1_000;
const GPUS = 8;
const MORE_RULES = 4;
const PAST = 100_000;
const MINUTE_MS = 60_000;

/** The check of alert rules over a fleet, when nothing changes and when all GPUs get hot at once, and its screen. */
export async function benchAlerts(): Promise<void> {
  heading(`Alerts: ${NODES} nodes with ${GPUS} GPUs each, 20 rules, ${PAST.toLocaleString("en-US")} past alerts`);
  await seedCatalogue();
  await plantFleet(db, NODES);
  await db.query(
    `insert into alert_rule (name, figure, comparison, threshold, severity, changed_at)
     select 'more ' || n, (array['gpu.power', 'gpu.load', 'node.cpu', 'gpu.memory'])[n], 'above', 1000, 'info', now()
     from generate_series(1, $1::int) n`,
    [MORE_RULES],
  );
  await db.query(
    `with made as (
       insert into alert (rule_id, rule_name, figure, severity, cluster, opened_at, resolved_at)
       select 1, 'A cluster is silent', 'cluster.silent', 'critical', 'fra1', now() - n * interval '1 minute', now() - n * interval '1 minute'
       from generate_series(1, $1::int) n returning id, opened_at)
     insert into alert_cause (rule_id, alert_id, cause, cluster, label, value, since, opened_at, resolved_at)
     select 1, id, 'cluster:fra1', 'fra1', 'fra1', 1, opened_at, opened_at, opened_at from made`,
    [PAST],
  );
  const nodes = await db.query<{ id: number }>(`select id from node`);
  let now = new Date();
  const report = async (celsius: number) =>
    await writeTelemetry(
      nodes.map(({ id }) =>
        minuteOf({
          nodeId: id,
          telemetry: telemetrySchema.parse({ gpu_temp_c: Array<number>(GPUS).fill(celsius), cpu_pct: 10 }),
          sysinfo: { mem_mb: 1000, mem_free: 500, disk_free: 900 },
          at: now,
        }),
      ),
    );
  const next = async (celsius: number) => {
    now = new Date(now.getTime() + MINUTE_MS);
    await report(celsius);
  };
  await report(50);
  await db.query(`analyze`);
  await watchAlerts({ now });
  const [newest] = [await medianTime(() => readNewestTelemetry({ now }))];
  figure("read of the newest figures, ms", newest.toFixed(1));
  figure(
    "a check in which nothing changes, ms",
    (await medianTime(() => watchAlerts({ now }))).toFixed(1),
    `${newest.toFixed(0)} and at most 50`,
  );
  for (let minute = 0; minute < 10; minute += 1) {
    await next(95);
    if (minute === 0) figure("all GPUs begin to be hot, ms", (await timeOf(() => watchAlerts({ now }))).toFixed(1));
    else await watchAlerts({ now });
  }
  await next(95);
  figure("one alert of all GPUs opens, ms", (await timeOf(() => watchAlerts({ now }))).toFixed(1));
  figure("a check while it is open, ms", (await medianTime(() => watchAlerts({ now }))).toFixed(1));
  const everything = { severity: "", ruleId: null, seesMoney: true } as const;
  figure("open alerts, ms", (await medianTime(() => listOpenAlerts(everything))).toFixed(1), "at most 50");
  figure(
    "a page of past alerts, ms",
    (
      await medianTime(async () => [
        await countPastAlerts(everything),
        await listPastAlerts(everything, { offset: 0, limit: 25 }),
      ])
    ).toFixed(1),
    "at most 50",
  );
  await next(50);
  figure("it is over, ms", (await timeOf(() => watchAlerts({ now }))).toFixed(1));
}
