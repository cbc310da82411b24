import { db } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import {
  ERROR_KINDS,
  type ErrorKind,
  errorsOf,
  type GpuFigure,
  gpusOf,
  mergedRows,
  type NodeFigure,
  nodeOf,
  type Stored,
} from "./figures";
import { readErrors, readList } from "./list-text";
import { type Span, SPANS } from "./spans";

/** Figures of a GPU that the charts show. */
const OF_GPU = ["busy", "mem", "temp", "power", "clock", "slowThermal", "slowPower", "slowOther"] as const;
const OF_NODE = ["cpu", "mem", "diskRead", "diskWrite", "diskFree", "netReceived", "netSent"] as const;
const TASKS_MAX = 200;
const FINDINGS_MAX = 50;

type Values = (number | null)[];

/** A node's figures over a span; each list has one value per point, null where unknown. */
export interface History {
  span: Span;
  /** Epoch seconds of the points, without gaps. */
  pointsTs: number[];
  gpus: Record<(typeof OF_GPU)[number], Values>[];
  node: Record<(typeof OF_NODE)[number], Values>;
  errors: Record<ErrorKind, Values>;
  tasks: Band[];
  /** True if there were more tasks; the newest are here. */
  tasksCut: boolean;
  findings: Mark[];
}

/** A task that held GPUs of the node. */
export interface Band {
  resv_guid: string;
  task_name: string;
  tenant_name: string;
  gpus: number[];
  from_ts: number;
  /** Null: it still holds them. */
  to_ts: number | null;
}

export interface Mark {
  text: string;
  severity: string;
  /** Null: the whole node. */
  gpu_id: number | null;
  at_ts: number;
}

export type HistoryRow = Stored & { ts: number };

/** A row with its lists as text. */
interface TextRow {
  ts: number;
  samples: number;
  node: string;
  gpus: string;
  errors: string | null;
}

interface Wanted {
  nodeName: string;
  span: Span;
  now: Date;
}

/** Reads the charts of a node's page. */
export async function readHistory(wanted: Wanted): Promise<History> {
  const { span, now } = wanted;
  const { seconds, step } = SPANS[span];
  const toTs = Math.floor(now.getTime() / 1000 / step) * step;
  const fromTs = toTs - seconds;
  const [rows, tasks, findings] = await Promise.all([
    readRows(wanted),
    readTasks(wanted.nodeName, new Date(fromTs * 1000)),
    readFindings(wanted.nodeName, new Date(fromTs * 1000)),
  ]);
  const byPoint = groupBy(rows, ({ ts }) => Math.floor(ts / step) * step);
  const pointsTs = Array.from({ length: Math.floor(seconds / step) }, (_, place) => fromTs + place * step);
  const points = pointsTs.map((ts) => {
    const own = byPoint.get(ts);
    const merged = own && (own.length === 1 ? own[0] : mergedRows(own));
    return merged ? { ...merged, of: nodeOf(merged.node), ofGpus: gpusOf(merged.gpus) } : null;
  });
  const gpus = Math.max(0, ...points.map((point) => point?.ofGpus.length ?? 0));
  const lists = <Name extends string>(names: readonly Name[], valueOf: (name: Name, place: number) => number | null) =>
    Object.fromEntries(names.map((name) => [name, points.map((_, place) => valueOf(name, place))])) as Record<
      Name,
      Values
    >;
  return {
    span,
    pointsTs,
    gpus: Array.from({ length: gpus }, (_, gpu) =>
      lists(OF_GPU, (name: GpuFigure, place) => points[place]?.ofGpus[gpu]?.[name] ?? null),
    ),
    node: lists(OF_NODE, (name: NodeFigure, place) => points[place]?.of[name] ?? null),
    errors: lists(ERROR_KINDS, (kind, place) => {
      const point = points[place];
      if (!point) return null;
      return Array.from({ length: gpus }, (_, gpu) => errorsOf(point.errors, gpu)[kind]).reduce((a, b) => a + b, 0);
    }),
    tasks: tasks.slice(0, TASKS_MAX),
    tasksCut: tasks.length > TASKS_MAX,
    findings,
  };
}

/** Reads the kept rows of a span, oldest first. */
export async function readRows(wanted: Wanted): Promise<HistoryRow[]> {
  const rows = await readTextRows(wanted);
  return rows.map(({ ts, samples, node, gpus, errors }) => ({
    ...{ ts, samples, node: readList(node), gpus: readList(gpus), errors: readErrors(errors) },
  }));
}

/** The kept rows of each span. */
const TABLES = { "24h": "telemetry_minute", "30d": "telemetry_hour", "13m": "telemetry_day" } as const;

async function readTextRows({ nodeName, span, now }: Wanted): Promise<TextRow[]> {
  return await db.query<TextRow>(
    `select extract(epoch from kept.at)::int as ts, kept.samples, kept.node::text as node, kept.gpus::text as gpus,
       kept.errors::text as errors
     from node n join ${TABLES[span]} kept on kept.node_id = n.id and kept.at >= $2
     where n.node_name = $1 and n.retired_at is null order by kept.at`,
    [nodeName, new Date(now.getTime() - SPANS[span].seconds * 1000)],
  );
}

/** Lists tasks that held GPUs of the node since `from`, the newest first. */
async function readTasks(nodeName: string, from: Date): Promise<Band[]> {
  return await db.query<Band>(
    `select p.resv_guid, t.task_name, tenant.tenant_name, p.gpus,
       floor(extract(epoch from p.assigned_at))::int as from_ts, floor(extract(epoch from p.ended_at))::int as to_ts
     from node n join placement p on p.node_id = n.id and (p.ended_at is null or p.ended_at > $2)
       join task t on t.resv_guid = p.resv_guid join tenant on tenant.id = t.tenant_id
     where n.node_name = $1 and n.retired_at is null
     order by p.assigned_at desc, p.resv_guid limit ${TASKS_MAX} + 1`,
    [nodeName, from],
  );
}

async function readFindings(nodeName: string, from: Date): Promise<Mark[]> {
  return await db.query<Mark>(
    `select f.text, f.severity, f.gpu_id, floor(extract(epoch from f.first_at))::int as at_ts
     from node n join node_finding f on f.node_id = n.id and f.first_at >= $2
     where n.node_name = $1 and n.retired_at is null order by f.first_at desc limit ${FINDINGS_MAX}`,
    [nodeName, from],
  );
}
