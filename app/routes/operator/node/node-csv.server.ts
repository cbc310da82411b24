import { knownEnd } from "~/domain/nodes/free-by";
import { type ModeChange, readModeChanges, readNodeIncidents } from "~/domain/nodes/read-node-past.server";
import { readNodeQueue } from "~/domain/nodes/read-node-queue.server";
import { readNodeTasks } from "~/domain/nodes/read-node-tasks.server";
import { csvTable } from "~/http/csv-instead.server";
import { modeName } from "../nodes/modes";

/** The tables of a node's page as files. */
export function nodeTables({ nodeName, now }: { nodeName: string; now: Date }) {
  return {
    tasks: () =>
      csvTable(
        rowsOf(() => readNodeTasks({ nodeName, now })),
        {
          Task: (task) => task.task_name,
          "Reservation id": (task) => task.resv_guid,
          Tenant: (task) => task.tenant_name,
          State: (task) => task.state,
          "GPUs here": (task) => task.gpus,
          GPUs: (task) => task.gpus_all,
          Since: (task) => dateOf(task.since_ts),
          "Cents per hour": (task) => task.pph,
          "Declared end": (task) => dateOf(task.declared_ts),
          "Spend limit reached": (task) => dateOf(task.spend_ts),
          "Money runs out": (task) => dateOf(task.money_ts),
          "Tops up by itself": (task) => task.auto_top_up,
          "Free by": (task) => dateOf(knownEnd(task)?.ts ?? null),
        },
      ),
    waiting: () =>
      csvTable(
        rowsOf(async () => (await readNodeQueue({ nodeName })).first),
        {
          Position: (task) => task.position,
          Task: (task) => task.task_name,
          "Reservation id": (task) => task.resv_guid,
          Tenant: (task) => task.tenant_name,
          GPUs: (task) => task.gpus_min,
          Since: (task) => dateOf(task.ts_scheduled),
          Reason: (task) => task.reason,
        },
      ),
    modes: () =>
      csvTable(
        rowsOf(() => readModeChanges({ nodeName })),
        {
          Time: (change) => dateOf(change.at_ts),
          Who: (change) => change.by,
          Before: (change) => modeOf(change.drain_before),
          After: (change) => modeOf(change.drain_after),
          "Shall be empty by": (change: ModeChange) => dateOf(change.empty_by_ts),
        },
      ),
    incidents: () =>
      csvTable(
        rowsOf(() => readNodeIncidents({ nodeName, now })),
        {
          Began: (incident) => dateOf(incident.at_ts),
          Task: (incident) => incident.task_name,
          "Reservation id": (incident) => incident.resv_guid,
          Tenant: (incident) => incident.tenant_name,
          Became: (incident) => incident.became,
          Ended: (incident) => dateOf(incident.became_ts),
        },
      ),
  };
}

async function* rowsOf<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row> {
  yield* await read();
}

function dateOf(epochSeconds: number | null): Date | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000);
}

function modeOf(drain: number | null): string | null {
  return drain === null ? null : modeName(drain);
}
