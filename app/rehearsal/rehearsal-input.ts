import { z } from "zod";
import { NAME_MAX, NODES_MAX, ROWS_MAX, VARIANTS_MAX } from "./limits";
import { M } from "./messages";

/** A whole number in these bounds. */
export function whole(from: number, to: number) {
  const message = M.wholeFromTo({ from, to });
  return z.number(message).int(message).min(from, message).max(to, message);
}

/** A number in these bounds. */
export function within(from: number, to: number) {
  const message = M.numberFromTo({ from, to });
  return z.number(message).min(from, message).max(to, message);
}

const nameMessage = M.rehearsalName({ most: NAME_MAX });
export const Name = z.string(nameMessage).trim().min(1, nameMessage).max(NAME_MAX, nameMessage);
const Text = z.string(M.unreadable).trim().min(1, M.unreadable).max(NAME_MAX, M.unreadable);

/** The bounds of each figure, for forms and the API alike. */
export const Figures = {
  addedNodes: whole(1, 1000),
  gpusOfNode: whole(1, 16),
  cents: whole(1, 10_000_000),
  elasticity: within(-10, 10),
  factor: within(0, 100),
  gpus: whole(1, 1024),
  holdHours: within(0, 1000),
  failures: within(0, 100),
  hours: within(0, 10_000),
  share: within(0.01, 1),
  limit: whole(0, 1_000_000),
};

const CLUSTER: [string, string] = ["Name of the cluster", "fra1"];
const GPU_TYPE: [string, string] = ["GPU type", "h100"];
const TENANT: [string, string] = ["Name of the tenant; null: every one", "acme"];
const means = <Schema extends z.ZodType>(schema: Schema, [description, example]: readonly [string, unknown]): Schema =>
  schema.meta({ description, examples: [example] });
const Tenant = means(Text.nullable().default(null), TENANT);

const NodeChange = z
  .union(
    [
      z.object({
        kind: means(z.literal("add"), ["add: nodes are there from the first second", "add"]),
        cluster_name: means(Text, CLUSTER),
        gpu_type: means(Text, GPU_TYPE),
        count: means(Figures.addedNodes, ["Number of nodes", 2]),
        gpus: means(Figures.gpusOfNode, ["GPUs of each node", 8]),
        infiniband: means(z.boolean(M.unreadable).default(false), ["Whether each has an InfiniBand port", true]),
      }),
      z.object({
        kind: means(z.literal(["remove", "drain"], M.unreadable), [
          "remove: the node does not exist; drain: it takes no new tasks",
          "remove",
        ]),
        node_name: means(Text, ["Name of the node", "fra1-gpu-07"]),
      }),
      z.object({
        kind: means(z.literal("resize"), ["resize: the node has another number of GPUs", "resize"]),
        node_name: means(Text, ["Name of the node", "fra1-gpu-07"]),
        gpus: means(Figures.gpusOfNode, ["Its new GPUs", 4]),
      }),
    ],
    { error: () => M.unreadable },
  )
  .meta({ examples: [{ kind: "add", cluster_name: "fra1", gpu_type: "h100", count: 2, gpus: 8, infiniband: true }] });

const Failures = z
  .union(
    [
      z.object({
        kind: means(z.literal(["own", "none"]), ["own: nodes are lost as they were; none: no node is lost", "own"]),
      }),
      z.object({
        kind: means(z.literal("rate"), ["rate: nodes are lost at random", "rate"]),
        per_node_month: means(Figures.failures, ["Losses of a node in 30 days", 0.1]),
        repair_hours: means(Figures.hours, ["Hours until a lost node is back", 24]),
      }),
    ],
    { error: () => M.unreadable },
  )
  .meta({ description: "When nodes are lost", examples: [{ kind: "own" }] });

/** Changes to the past, as they are sent and stored. */
export const VariantInput = z.object({
  name: means(Name, ["Name of the variant", "Two more nodes"]),
  nodes: means(
    z
      .array(NodeChange)
      .max(NODES_MAX, M.rehearsalNodes({ most: NODES_MAX }))
      .default([]),
    ["Nodes that are added, removed, drained or changed", []],
  ),
  prices: z
    .array(
      z.object({
        gpu_type: means(Text, GPU_TYPE),
        gpu_pph: means(Figures.cents, ["New price in cents per GPU-hour", 250]),
        elasticity: means(Figures.elasticity.default(0), [
          "Demand changes by (new price / old price) to this power; 0: it stays",
          -0.5,
        ]),
      }),
    )
    .max(50, M.unreadable)
    .default([])
    .meta({ description: "New prices by GPU type", examples: [[]] }),
  demand: z
    .array(
      z.object({
        factor: means(Figures.factor, ["Multiplies the number of tasks", 1.5]),
        tenant_name: Tenant,
        from_gpus: means(Figures.gpus.nullable().default(null), ["Fewest GPUs of these tasks; null: any", 16]),
        to_gpus: means(Figures.gpus.nullable().default(null), ["Most GPUs of these tasks; null: any", 64]),
      }),
    )
    .max(50, M.unreadable)
    .default([])
    .meta({ description: "More or fewer tasks", examples: [[]] }),
  rules: z
    .object({
      grow: means(z.boolean(M.unreadable).optional(), ["Elastic tasks get more GPUs than their fewest (S6)", true]),
      order: means(z.enum(["fair", "arrival"], M.unreadable).optional(), ["Order of the queue (S10)", "fair"]),
      hold_after_s: means(whole(0, 3_600_000).optional(), ["Seconds after which a task may hold nodes (S11)", 3600]),
      hold_from_gpus: means(Figures.gpus.optional(), ["Fewest GPUs of a task that may hold nodes (S11)", 8]),
      declared_ends: means(z.boolean(M.unreadable).optional(), [
        "Declared ends count when nodes are chosen (S16)",
        true,
      ]),
    })
    .default({})
    .meta({ description: "Rules that decide who is placed; those left out stay", examples: [{}] }),
  failures: Failures.default({ kind: "own" }),
  breaker: means(Figures.share.nullable().default(null), [
    "Share of a cluster's nodes that must fall silent within a minute to count as an outage of ours; null: never",
    1,
  ]),
  limits: z
    .array(
      z.object({
        tenant_name: Tenant,
        gpus: means(Figures.limit, ["Most GPUs that it holds and waits for in a cluster and GPU type", 64]),
      }),
    )
    .max(50, M.unreadable)
    .default([])
    .meta({ description: "Limits of tenants", examples: [[]] }),
});
export type VariantInput = z.output<typeof VariantInput>;
export type NodeChangeInput = VariantInput["nodes"][number];

const Period = z.object({
  kind: means(z.literal("period"), ["period: what happened here", "period"]),
  from_ts: means(whole(0, 99_999_999_999), ["Its first second, epoch seconds UTC", 1_704_067_200]),
  until_ts: means(whole(0, 99_999_999_999), ["Its last second, epoch seconds UTC", 1_706_486_400]),
  rows: z
    .array(z.object({ cluster_name: means(Text, CLUSTER), gpu_type: means(Text, GPU_TYPE) }))
    .min(1, M.unreadable)
    .max(ROWS_MAX, M.rehearsalRows({ most: ROWS_MAX }))
    .optional()
    .meta({
      description: "Clusters and GPU types whose tasks and nodes are played; left out: all",
      examples: [[{ cluster_name: "fra1", gpu_type: "h100" }]],
    }),
});

/** A file on the nodes of a cluster and GPU type as they are now. */
const File = z.object({
  kind: means(z.literal("file"), ["file: the tasks of a CSV file, on the nodes of today", "file"]),
  name: means(Text, ["Name of the file", "four-weeks.csv"]),
  cluster_name: means(Text, CLUSTER),
  gpu_type: means(Text, GPU_TYPE),
});

export const Source = z.union([Period, File], { error: () => M.unreadable });
export type Source = z.output<typeof Source>;
/** A cluster and GPU type of a period's source. */
export type SourceRow = NonNullable<z.output<typeof Period>["rows"]>[number];

/** The input of a rehearsal, as it is stored; the file's text has a column of its own. */
export const RehearsalInput = z.object({
  source: Source,
  variants: z.array(VariantInput).max(VARIANTS_MAX, M.rehearsalVariants({ most: VARIANTS_MAX })),
  seed: whole(0, 2_147_483_647),
});
export type RehearsalInput = z.output<typeof RehearsalInput>;

/** The body of `POST /v1/rehearsals`. */
export const RehearsalBody = z.object({
  name: means(Name, ["Name of the rehearsal", "Two more nodes in fra1"]),
  source: z
    .union(
      [
        Period,
        File.extend({
          csv: means(z.string(M.rehearsalFile), ["Its text", "submit_s,run_s,gpus,tenant\n0,3600,8,acme\n"]),
        }),
      ],
      { error: () => M.unreadable },
    )
    .meta({
      description: "The past that is rehearsed",
      examples: [{ kind: "period", from_ts: 1_704_067_200, until_ts: 1_706_486_400 }],
    }),
  variants: RehearsalInput.shape.variants
    .default([])
    .meta({ description: "Up to four variants; the baseline is always there", examples: [[{ name: "No change" }]] }),
  seed: RehearsalInput.shape.seed
    .default(1)
    .meta({ description: "Seed of the random choices; the same input and seed give the same result", examples: [1] }),
});
