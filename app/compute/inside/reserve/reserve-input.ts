import { z } from "zod";
import { GPU_CHOICES, NETWORKS } from "~/compute/gpu-sizes";
import { AGENT_OPTIONS } from "~/compute/inside/tasks/agent-options";
import { centsOf, IDLE_MINUTES } from "~/compute/inside/tasks/own-end";

/** Whole numbers of JSON or of a form; anything else becomes NaN, which the rule of the field refuses in its words. */
const whole = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined || given === "") return undefined;
    return typeof given === "number" ? given : /^\d{1,9}$/.test(given.trim()) ? Number(given) : NaN;
  });

/** An amount in dollars with up to 2 decimals, as whole cents; anything else becomes NaN. */
const dollars = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined || given === "") return undefined;
    return centsOf(String(given)) ?? NaN;
  });

const text = z
  .string()
  .nullish()
  .transform((given) => given?.normalize("NFC").trim() || undefined);

const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((given) => given === true || given === 1 || given === "1" || given === "on");

const readOnly = flag.meta({ description: "The task only reads it, so that several tasks can use it", examples: [0] });

/** Fields of `POST /v1/reserve` and of the form on `/rent` as they are sent (3.3); unknown ones are ignored. */
export const ReserveFields = z.object({
  account: text,
  task_name: z.string().nullish().meta({ maxLength: 63 }),
  gpu_type: text,
  gpu_min: whole.meta({ enum: GPU_CHOICES }),
  gpus_min: whole.meta({ enum: GPU_CHOICES, description: "Another name of gpu_min" }),
  tenant_image: text,
  gpus_max: whole.meta({ minimum: 0, maximum: 64 }),
  gpus_incr: whole.meta({ minimum: 1, maximum: 64 }),
  cluster_name: text,
  network: text.meta({ enum: NETWORKS }),
  agent: text.meta({ enum: AGENT_OPTIONS }),
  ssh_key_id: whole,
  max_seconds: whole.meta({
    minimum: 0,
    maximum: 2592000,
    description: "Seconds of running time after which the task ends, 600 to 2592000; 0: no limit",
  }),
  idle_minutes: whole.meta({
    enum: IDLE_MINUTES,
    description:
      "Idle time of its GPUs after which the task is stopped; only with agents stats-watchdog and block-mining",
  }),
  max_dollars: dollars.meta({
    description: "Ends the task before it costs more than this, at least 1; 0: no limit",
  }),
  tags: z
    .union([z.array(z.string()), z.string()])
    .nullish()
    .meta({
      description: "At most 10 tags, as a list or as one text with commas",
    }),
  volumes: z
    .array(z.object({ name: z.string(), path: z.string(), read_only: readOnly }))
    .nullish()
    .meta({ description: "At most 4 volumes, each at a different folder; read_only if several tasks use one" }),
  volume: text.meta({ description: "Name of a volume, for forms, which send one" }),
  volume_path: text.meta({ description: "Folder of the volume in the task" }),
  volume_read_only: readOnly,
  template: text.meta({
    description:
      "Name of a template, or `task:{resv_guid}` for the settings of one of your tasks; the image of the catalogue is then ignored",
  }),
  enqueue: flag,
  agree: flag,
  idempotency_key: text.meta({ minLength: 1, maxLength: 64 }),
});

export type ReserveFieldsSent = z.input<typeof ReserveFields>;
export type ReserveInput = z.output<typeof ReserveFields>;

/** Limits at which a task ends (S16), for later changes; an omitted field stays. */
export const OwnEndFields = ReserveFields.pick({ max_seconds: true, max_dollars: true });
