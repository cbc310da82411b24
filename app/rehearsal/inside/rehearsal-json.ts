import { z } from "zod";

const int = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const number = (description: string, example: number) => z.number().meta({ description, examples: [example] });
const orNull = (description: string, example: number | null) =>
  z
    .number()
    .nullable()
    .meta({ description, examples: [example] });
const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const names = (description: string) => z.array(z.string()).meta({ description, examples: [["acme"]] });

const waits = {
  tasks: int("Tasks", 812),
  started: int("Tasks that started", 809),
  mean_s: orNull("Their mean wait in seconds; null: nothing started", 5400),
  p50_s: orNull("Half of them waited at most these seconds", 900),
  p95_s: orNull("19 of 20 waited at most these seconds", 28_800),
  p99_s: orNull("99 of 100 waited at most these seconds", 86_400),
};

const CENTS = "Revenue in cents; null for staff who may not see it";

const Size = z.object({
  from_gpus: int("Fewest GPUs of the tasks", 16),
  to_gpus: z
    .int()
    .nullable()
    .meta({ description: "Most GPUs of the tasks; null: no bound", examples: [null] }),
});
const Tenant = z.object({
  tenant_id: int("Number of the tenant, here or in the file", 42),
  tenant_name: z
    .string()
    .nullable()
    .meta({ description: "Name of the tenant; null: it was deleted", examples: ["acme"] }),
});

/** Figures of a variant, or of the past as it happened. */
const measured = {
  ...waits,
  by_size: z.array(Size.extend(waits)).meta({ description: "The same by fewest GPUs" }),
  by_tenant: z
    .array(
      Tenant.extend({
        cents: orNull(CENTS, 124_000),
        gpu_hours: number("GPU-hours that it had", 480.5),
        ...waits,
      }),
    )
    .meta({ description: "The same by tenant" }),
  cents: orNull(CENTS, 5_240_000),
  gpu_hours: number("GPU-hours in use", 21_000.5),
  utilisation: orNull("Share of the GPU-hours in service that were in use, 0 to 1; null without nodes", 0.82),
  gpu_hours_lost: number("GPU-hours of tasks that ended because a node was lost", 12.5),
  gangs_over_day: int("Tasks that waited over 24 hours for nodes of their own", 4),
  never_starts: int("Tasks for which no node would ever have suited", 0),
};
const Measured = z.object(measured);
export type MeasuredJson = z.output<typeof Measured>;

const error = z
  .number()
  .nullable()
  .meta({
    description: "The baseline's distance from what happened, as a share of that; null: that was none, or is not shown",
    examples: [0.004],
  });
const errorsOfWaits = { tasks: error, started: error, mean_s: error, p50_s: error, p95_s: error, p99_s: error };
const Errors = z.object({
  ...errorsOfWaits,
  by_size: z.array(Size.extend(errorsOfWaits)).meta({ description: "Errors by fewest GPUs" }),
  by_tenant: z
    .array(Tenant.extend({ cents: error, gpu_hours: error, ...errorsOfWaits }))
    .meta({ description: "Errors by tenant" }),
  cents: error,
  gpu_hours: error,
  utilisation: error,
  gpu_hours_lost: error,
  gangs_over_day: error,
  never_starts: error,
});
export type ErrorsJson = z.output<typeof Errors>;

const Variant = z.object({
  name: text("Name of the variant; the first one is the baseline", "As it was"),
  sentence: z
    .string()
    .nullable()
    .meta({ description: "What it changed, in a sentence; null for the baseline", examples: [null] }),
  ...measured,
  refused: int("Tasks that a limit refused", 0),
  better: names("Tenants whose mean wait fell by a tenth and a minute"),
  worse: names("Tenants whose mean wait rose by a tenth and a minute"),
  timeline: z
    .array(
      z.object({
        ts: int("Epoch seconds UTC, or seconds of the file", 1_704_067_200),
        gpus_in_service: int("GPUs of nodes that take tasks", 560),
        gpus_busy: int("GPUs that tasks hold", 480),
        gpus_in_fragments: int("Free GPUs of partly used nodes", 24),
        gpus_waiting: int("GPUs that waiting tasks need", 96),
      }),
    )
    .meta({ description: "At most 400 moments" }),
  hash: text("SHA-256 of every placement", "9f86d081884c7d65"),
});
export type VariantJson = z.output<typeof Variant>;
export type WaitsJson = Pick<VariantJson, keyof typeof waits>;

export const ResultJson = z.object({
  past: z
    .object({
      from_ts: int("First second", 1_704_067_200),
      until_ts: int("Last second", 1_706_486_400),
      tasks: int("Tasks", 812),
      nodes: int("Nodes", 70),
      gpus: int("Their GPUs", 560),
      service_known_from_ts: z
        .int()
        .nullable()
        .meta({ description: "From when on it is known which nodes took tasks; null: all along", examples: [null] }),
    })
    .meta({ description: "The past that was rehearsed" }),
  truth: z
    .object({
      started_real: int("Tasks that started", 809),
      started_replayed: int("Tasks that start in the replay", 809),
      mean_wait_real_s: orNull("Their mean wait in seconds", 5400),
      mean_wait_replayed_s: orNull("Their mean wait in the replay", 5460),
      cents_real: orNull(`${CENTS}; of tasks whose end is known`, 5_240_000),
      cents_replayed: orNull("The same in the replay", 5_240_000),
      real: Measured.nullable().meta({
        description: "What happened, in the figures of a variant; null in results of earlier versions",
      }),
      errors: Errors.nullable().meta({ description: "The error of each figure of the baseline; null without `real`" }),
    })
    .nullable()
    .meta({ description: "The replayed baseline next to what happened; null for a file" }),
  variants: z.array(Variant).meta({ description: "The baseline first" }),
});
export type ResultJson = z.output<typeof ResultJson>;

export const STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type RehearsalState = (typeof STATES)[number];

const ts = (description: string, example: number | null) =>
  z
    .int()
    .nullable()
    .meta({ description, examples: [example] });

/** A rehearsal without its input and result. */
export const brief = {
  id: int("Number of the rehearsal", 7),
  name: text("Name of the rehearsal", "Two more nodes in fra1"),
  by: z
    .string()
    .nullable()
    .meta({ description: "Who made it; Millrace: for its advice; null: deleted", examples: ["Ada"] }),
  state: z.enum(STATES).meta({ description: "How far it is", examples: ["done"] }),
  progress: number("Share that is done, 0 to 1", 1),
  created_ts: int("When it was made, epoch seconds UTC", 1_706_700_000),
  started_ts: ts("When it began to run; null: not yet", 1_706_700_001),
  ended_ts: ts("When it ended; null: not yet", 1_706_700_020),
};
export const BriefJson = z.object(brief);
export type BriefJson = z.output<typeof BriefJson>;

export const RehearsalJson = z.object({
  ...brief,
  faults: z.array(z.string()).meta({ description: "Why it failed, in sentences", examples: [[]] }),
  hash: z
    .string()
    .nullable()
    .meta({ description: "Equal for equal inputs and seeds; null until it is done", examples: ["9f86d081884c7d65"] }),
  result: ResultJson.nullable().meta({ description: "Its result; null until it is done" }),
});
export type RehearsalJson = z.output<typeof RehearsalJson>;
