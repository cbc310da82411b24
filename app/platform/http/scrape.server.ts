import { Gauge, Registry } from "prom-client";
import { db } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { readJobQueue } from "~/platform/job-queue.server";
import { newestOf, readBackups } from "~/platform/read-backups.server";
import { isFinal, TASK_STATES } from "~/compute/task-states";
import { readRollUpLag } from "~/usage/roll-up.server";
import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { NODE_GAUGES } from "~/fleet/node-gauges";
import { httpRegistry } from "./http-metrics.server";

/** The whole text of /metrics (4.3): what this process counted, and the product's state read now. */
export async function scrape(now: Date): Promise<string> {
  const state = new Registry();
  await Promise.all([
    ...Object.entries(COUNTED).map(([name, gauge]) => readGauge(state, name, gauge, now)),
    readFreeGpus(state, now),
    readNodes(state, now),
  ]);
  return `${await httpRegistry.metrics()}${await state.metrics()}`;
}

/** A row of a gauge: its labels and its value. */
type Counted<Label extends string> = { value: number } & Record<Label, string>;

interface CountedGauge {
  help: string;
  labels: string[];
  read: (now: Date) => Promise<{ value: number }[]>;
}

const COUNTED: Record<string, CountedGauge> = {
  millrace_tasks: {
    help: "Unfinished tasks by state",
    labels: ["state"],
    read: () =>
      db.query<Counted<"state">>(
        `select state, count(*)::float as value from task where state = any($1) group by state`,
        [TASK_STATES.filter((state) => !isFinal(state))],
      ),
  },
  millrace_queue_length: {
    help: "Queued tasks by cluster",
    labels: ["cluster"],
    read: () =>
      db.query<Counted<"cluster">>(
        `select c.name as cluster, count(t.resv_guid)::float as value
          from cluster c left join task t on t.cluster_name = c.name and t.state = 'queued' group by c.name`,
      ),
  },
  millrace_nodes: {
    help: "Enrolled nodes by drain mode and health",
    labels: ["drain", "health"],
    read: () =>
      db.query<Counted<"drain" | "health">>(
        `select drain::text, health, count(*)::float as value from node where retired_at is null and pilot_of is null group by drain, health`,
      ),
  },
  millrace_billing_lag_seconds: {
    help: "Age of the oldest second of a running task that is not charged",
    labels: [],
    read: () =>
      db.query<Counted<never>>(
        `select coalesce(max(extract(epoch from now() - charged_to)), 0)::float as value from task where state = 'running'`,
      ),
  },
  millrace_ledger_imbalance_units: {
    help: "Sum of all money that was posted to the ledger; must be 0",
    labels: [],
    read: () =>
      db.query<Counted<never>>(`select coalesce(sum(units), 0)::float as value from ledger_hour where unit = 'usd'`),
  },
  millrace_webhook_events_total: {
    help: "Events of the payment provider by type and what became of them",
    labels: ["type", "result"],
    read: () =>
      db.query<Counted<"type" | "result">>(
        `select type, state as result, events::float as value from webhook_event_sum
         union all
         select type, case when error <> '' then 'failed' else state end, count(*)::float
         from webhook_event where state = 'received' group by 1, 2`,
      ),
  },
  millrace_reconcile_differences: {
    help: "Open differences of each check of the money; must be 0",
    labels: ["check"],
    read: () =>
      db.query<Counted<"check">>(
        `select name as check, (select count(*) from reconcile_difference
            where check_name = name and resolved_at is null)::float as value from reconcile_check`,
      ),
  },
  millrace_reconcile_answered_ts: {
    help: "Last run of each check of the money that came to an answer, epoch seconds",
    labels: ["check"],
    read: () =>
      db.query<Counted<"check">>(
        `select name as check, extract(epoch from answered_at)::float as value from reconcile_check
          where answered_at is not null`,
      ),
  },
  millrace_usage_events_total: {
    help: "Events of model usage that were sent, by what became of them",
    labels: ["result"],
    read: () =>
      db.query<Counted<"result">>(
        `select result, events::float as value from (
           select coalesce(sum(accepted), 0) as accepted, coalesce(sum(duplicates), 0) as duplicates,
             coalesce(sum(rejected), 0) as rejected from usage_intake) sent
         cross join lateral (values ('accepted', accepted), ('duplicate', duplicates), ('rejected', rejected)) r(result, events)`,
      ),
  },
  millrace_usage_lag_seconds: {
    help: "How long ago all events of model usage were in the sums",
    labels: [],
    read: async (now) => [{ value: await readRollUpLag({ now }) }],
  },
  millrace_backup_ts: {
    help: "Newest backup or archived part of the database's log, epoch seconds; 0 where none is known",
    labels: [],
    read: async () => [{ value: (newestOf(await readBackups())?.getTime() ?? 0) / 1000 }],
  },
  millrace_job_queue_runs: {
    help: "1 while a worker does queued jobs; must be 1",
    labels: [],
    read: async () => [{ value: (await readJobQueue()).runs ? 1 : 0 }],
  },
  millrace_jobs: {
    help: "Queued jobs: due and waiting for a worker, or failed for good",
    labels: ["state"],
    read: async () => {
      const { due, failed } = await readJobQueue();
      return [
        { state: "due", value: due },
        { state: "failed", value: failed },
      ];
    },
  },
  millrace_jobs_oldest_due_seconds: {
    help: "How long the oldest due job waits for a worker",
    labels: [],
    read: async () => [{ value: (await readJobQueue()).oldestDue }],
  },
  millrace_job_tick_faults_total: {
    help: "Runs of each tick and job that failed, if only for one tenant",
    labels: ["name"],
    read: () => db.query<Counted<"name">>(`select job as name, faults::float as value from job_tick`),
  },
  millrace_job_last_tick_ts: {
    help: "Last run of each tick and job, epoch seconds; 0 where none was yet",
    labels: ["name"],
    read: () => db.query<Counted<"name">>(`select job as name, extract(epoch from at)::float as value from job_tick`),
  },
};

async function readGauge(registers: Registry, name: string, counted: CountedGauge, now: Date): Promise<void> {
  const { help, labels, read } = counted;
  const gauge = new Gauge({ name, help, labelNames: labels, registers: [registers] });
  for (const { value, ...of } of await read(now)) gauge.set(of as Record<string, string>, value);
}

async function readFreeGpus(registers: Registry, now: Date): Promise<void> {
  const gauge = new Gauge({
    name: "millrace_free_gpus",
    help: "Free GPUs by cluster, GPU type and kind",
    labelNames: ["cluster", "gpu_type", "kind"],
    registers: [registers],
  });
  for (const row of await readFree({ now, staff: true })) {
    const of = { cluster: row.cluster_name, gpu_type: row.gpu_type };
    gauge.set({ ...of, kind: "whole" }, row.free_gpus);
    gauge.set({ ...of, kind: "fragmented" }, row.free_fragmented_gpus);
    gauge.set({ ...of, kind: "held" }, row.gpus_held ?? 0);
  }
}

/** The newest figures of each node; one series per GPU would be too many. Nodes that do not report have none. */
async function readNodes(registers: Registry, now: Date): Promise<void> {
  const nodes = (await readNewestTelemetry({ now })).filter(({ ts }) => ts !== null);
  for (const { name, help, label, read } of NODE_GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["node", "cluster", ...(label ? [label] : [])],
      registers: [registers],
    });
    for (const node of nodes)
      for (const [of, value] of Object.entries(read(node)))
        if (value !== null)
          gauge.set({ node: node.node_name, cluster: node.cluster_name, ...(label ? { [label]: of } : {}) }, value);
  }
}
