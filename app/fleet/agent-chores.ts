import { z } from "zod";

/**
 * Operator's commands that a node runs once while no task runs on it. They are not commands to the agent: they state
 * what should have run.
 */

export const CHORE_KINDS = ["maintenance", "self-test"] as const;
export type ChoreKind = (typeof CHORE_KINDS)[number];

// Optional, like all fields after the first version: the default is the meaning of silence.
const kind = z.enum(CHORE_KINDS).default("self-test");
/** Empty: the entry names no chore and is ignored. */
const id = z
  .string()
  .regex(/^[a-z0-9-]{0,64}$/)
  .default("")
  .meta({ description: "Identifies one run of an operator's command", examples: ["12-6f1c2a8e"] });
const moment = z.number().int().min(0).max(253_402_300_799);

/** Chores to run, in this order; absent: the control plane knows no chores, and only `maintenance` counts. */
export const desiredChoresSchema = z
  .array(
    z
      .object({ id, kind })
      // A kind that this agent does not know is never run as another one: the entry names no chore.
      .catch({ id: "", kind: "self-test" }),
  )
  .max(10)
  .optional();

export const CHORE_OUTPUT_MAX = 4000;

/** A chore that began. */
export const observedChoreSchema = z.object({
  id,
  state: z.enum(["running", "passed", "failed"]).default("running").catch("running"),
  exit_code: z.number().int().min(-2_147_483_647).max(2_147_483_647).nullable().default(null),
  output: z
    .string()
    .max(CHORE_OUTPUT_MAX)
    .regex(/^[\x20-\x7e\n\t]*$/)
    .default("")
    .meta({ description: "The end of its output, in printable ASCII", examples: ["8 of 8 GPUs passed"] }),
  started_ts: moment.default(0),
  ended_ts: moment
    .nullable()
    .default(null)
    .meta({ description: "When it ended, epoch seconds UTC; null while it runs", examples: [1706707381] }),
});

/** Silence: the agent knows of no chores and runs its maintenance command while `maintenance` is true. */
export const observedChoresSchema = z
  .object({
    /** Kinds that it has a command for. */
    able: z
      .array(z.enum(CHORE_KINDS).optional().catch(undefined))
      .max(10)
      .default([])
      .transform((kinds) => kinds.filter((one) => one !== undefined)),
    known: z.array(observedChoreSchema).max(10).default([]),
  })
  .optional();

export type DesiredChore = NonNullable<z.infer<typeof desiredChoresSchema>>[number];
export type ObservedChores = NonNullable<z.infer<typeof observedChoresSchema>>;
