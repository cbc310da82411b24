import { z } from "zod";
import { db } from "~/platform/db.server";
import { record, type Row } from "~/platform/record";
import { findingSchema } from "./agent-findings";
import { OPEN_FINDINGS } from "./inside/nodes/findings/finding-sql";
import { IS_PLANNED, PLANS } from "./inside/nodes/planned-sql";
import type { NodeHealth } from "./node-health";

/** A row of `GET /v1/nodes` (3.2). `ip_public` and `gpu_type` are omitted when unknown. */
const Finding = z.looseObject({
  ...findingSchema.shape,
  id: z.int(),
  gpu: z
    .string()
    .nullable()
    .meta({ description: "UUID of the GPU; null: the whole node", examples: [null] }),
});

const seconds = (sql: string) => `floor(extract(epoch from ${sql}))::int`;

/** SQL for the planned work on node `n`; null if there is none. */
const PLANNED = `(select json_build_object('empty_by_ts', ${seconds("d.empty_by")}, 'maintenance_from_ts', ${seconds("w.from_at")},
    'maintenance_to_ts', ${seconds("w.to_at")}, 'rolling_drain', r.name)
  from (select) one ${PLANS}
  where ${IS_PLANNED})`;

const Planned = z.object({
  empty_by_ts: z.int().nullable().meta({ description: "Time by which it should be empty; null: not given" }),
  maintenance_from_ts: z.int().nullable().meta({ description: "Start of planned maintenance; null: none is planned" }),
  maintenance_to_ts: z
    .int()
    .nullable()
    .meta({ description: "Its end; null: none is planned, or it lasts until staff set Norm" }),
  rolling_drain: z.string().nullable().meta({ description: "Name of the rolling drain that it is in" }),
});

/** A node (3.2), alias `n`. `ip_public` and `gpu_type` are omitted when unknown. */
export const NODE = record({
  node_name: { type: z.string(), sql: "n.node_name" },
  node_type: { type: z.string(), sql: "n.node_type" },
  ip_internal: { type: z.string(), sql: "n.ip_internal" },
  ip_public: { type: z.string().optional(), sql: "n.ip_public" },
  port: { type: z.int(), sql: "n.port" },
  gpu_type: { type: z.string().optional(), sql: "n.gpu_type" },
  drain: { type: z.int(), sql: "n.drain" },
  cluster_name: { type: z.string(), sql: "n.cluster_name" },
  health: { type: z.string() as z.ZodType<NodeHealth>, sql: "n.health" },
  contact: {
    type: z.enum(["steady", "late", "suspect"]),
    means: ["How steadily it reports; a suspect node gets no tasks", "steady"],
    sql: "n.contact",
  },
  flapping: {
    type: z.boolean(),
    means: ["It has gone silent too often recently, so it gets no tasks", false],
    sql: "n.flapping",
  },
  awaits_test: {
    type: z.boolean(),
    means: ["It gets no tasks until its self-test has passed", false],
    sql: "n.awaits_test",
  },
  ssh_gateway: {
    type: z.boolean(),
    means: ["Customers reach the SSH servers of its tasks through the SSH gateway", false],
    sql: "n.ssh_gateway",
  },
  rack: {
    type: z.string(),
    means: ["Its place in the room, as operators named it; empty: not given", "R1"],
    sql: "n.rack",
  },
  labels: {
    type: z.array(z.string()),
    means: ["Words and key=value of operators", ["generation=2024"]],
    sql: "n.labels",
  },
  planned: {
    type: Planned.nullable(),
    means: ["Planned work on it; null: none", null],
    sql: PLANNED,
  },
  findings: { type: z.array(Finding), sql: OPEN_FINDINGS },
  version: { type: z.int(), sql: "n.version" },
});
export type NodeRow = Row<typeof NODE>;
export type OpenFinding = NodeRow["findings"][number];
type Stored = Omit<NodeRow, "ip_public" | "gpu_type"> & { ip_public: string | null; gpu_type: string };

/** Lists every enrolled node by name, or those in `names`. */
export async function listNodes({ names = null }: { names?: readonly string[] | null } = {}): Promise<NodeRow[]> {
  const rows = await db.query<Stored>(
    `select ${NODE.columns} from node n
     where n.retired_at is null and n.pilot_of is null and ($1::text[] is null or n.node_name = any($1)) order by n.node_name`,
    [names],
  );
  return rows.map(({ ip_public, gpu_type, ...node }) => ({
    ...node,
    ip_public: ip_public ?? undefined,
    gpu_type: gpu_type || undefined,
  }));
}
