import { z } from "zod";

/** Faults of a node, reported by its agent with the documented figures (4.1). */

/** Severity of a finding. A critical one counts in `error_counter` and keeps new tasks away (6.1). */
const SEVERITIES = ["info", "warning", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Advice for a finding; `customer`: the program of the task on that GPU was at fault, not the machine. */
const FINDING_ACTIONS = ["ignore", "watch", "reboot", "inspect", "customer"] as const;
/** `retire` is the control plane's own: two nodes report one GPU. */
export type FindingAction = (typeof FINDING_ACTIONS)[number] | "retire";

const moment = z.number().int().min(0).max(253_402_300_799).default(0);
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .default("unnamed")
  .meta({ description: "Kind of finding; Xid findings include the number", examples: ["xid-79"] });
/** A GPU's UUID in the driver's form, or empty. */
export const GPU_UUID = /^[A-Za-z0-9-]{0,64}$/;
/** UUID in the driver's form; empty: the finding concerns the whole node. */
const gpu = z
  .string()
  .regex(GPU_UUID)
  .default("")
  .meta({
    description: "UUID of the GPU; empty: the whole node",
    examples: ["GPU-5f1c1f6e-0000-0000-0000-000000000001"],
  });
const last_ts = moment.meta({ description: "When it was last seen, epoch seconds UTC", examples: [1706707381] });

/**
 * Each field is optional, like all after the first version: its default is the meaning of silence. Times are the
 * agent's.
 */
export const findingSchema = z.object({
  name,
  severity: z
    .enum(SEVERITIES)
    .default("info")
    // A word of a newer agent: staff see it. Critical ones it counts itself, in `error_counter`.
    .catch("warning")
    .meta({ description: "A critical one keeps new tasks away", examples: ["critical"] }),
  action: z
    .enum(FINDING_ACTIONS)
    .default("watch")
    .catch("inspect")
    .meta({ description: "What to do; customer: the customer's program is at fault", examples: ["reboot"] }),
  gpu,
  gpu_id: z
    .number()
    .int()
    .min(0)
    .max(15)
    .nullable()
    .default(null)
    // A malformed id must not cost the whole report; `gpu` names the GPU too.
    .catch(null)
    .meta({ description: "Id of the GPU on the node; null: the whole node", examples: [3] }),
  first_ts: moment.meta({ description: "When it was first seen, epoch seconds UTC", examples: [1706707381] }),
  last_ts,
  count: z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .default(1)
    .meta({ description: "How often it was seen", examples: [1] }),
  // Printable ASCII: kernels and drivers write nothing else.
  text: z
    .string()
    .max(300)
    .regex(/^[\x20-\x7e]*$/)
    .default("")
    .meta({ description: "The finding in words", examples: ["Xid 79, GPU has fallen off the bus"] }),
});

/** Absent: the agent does not look for findings, so nothing is known about its node. */
export const findingsSchema = z.array(findingSchema).max(100).optional();

/** Findings that an operator cleared, each up to the last time that the agent had reported; absent: none. */
export const clearedFindingsSchema = z.array(z.object({ name, gpu, last_ts })).max(100).optional();

export type Finding = z.infer<typeof findingSchema>;
export type ClearedFinding = NonNullable<z.infer<typeof clearedFindingsSchema>>[number];
