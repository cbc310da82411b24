import { z } from "zod";
import { GPU_CHOICES, NETWORKS } from "~/compute/gpu-sizes";
import { AGENT_OPTIONS } from "~/compute/inside/tasks/agent-options";
import { flag, text, whole } from "./sent-values";
import { STOP_FIELDS } from "./stop-rules";

const readOnly = flag.meta({ description: "The task only reads it, so that several tasks can use it", examples: [0] });

/** Fields of `POST /v1/reserve` and of the form on `/rent` as sent (3.3); unknown ones are ignored. */
export const ReserveFields = z.object({
  account: text,
  task_name: z.string().nullish().meta({ maxLength: 63 }),
  gpu_type: text,
  gpu_min: whole.meta({ enum: GPU_CHOICES }),
  gpus_min: whole.meta({ enum: GPU_CHOICES, description: "Another name for gpu_min" }),
  tenant_image: text,
  gpus_max: whole.meta({ minimum: 0, maximum: 64 }),
  gpus_incr: whole.meta({ minimum: 1, maximum: 64 }),
  cluster_name: text,
  network: text.meta({ enum: NETWORKS }),
  agent: text.meta({ enum: AGENT_OPTIONS }),
  ssh_key_id: whole,
  ...STOP_FIELDS,
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
  volume: text.meta({ description: "Name of one volume, for forms" }),
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
