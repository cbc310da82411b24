import { z } from "zod";

/** Whole numbers of JSON or of a form; anything else becomes NaN, which the rule of the field refuses in its words. */
const whole = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined || given === "") return undefined;
    return typeof given === "number" ? given : /^\d{1,9}$/.test(given.trim()) ? Number(given) : NaN;
  });

const text = z
  .string()
  .nullish()
  .transform((given) => given?.normalize("NFC").trim() || undefined);

const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((given) => given === true || given === 1 || given === "1" || given === "on");

/** Fields of `POST /v1/reserve` and of the form on `/rent` as they are sent (3.3); unknown ones are ignored. */
export const ReserveFields = z.object({
  account: text,
  task_name: z.string().nullish(),
  gpu_type: text,
  gpu_min: whole,
  /** Alias of gpu_min. */
  gpus_min: whole,
  tenant_image: text,
  gpus_max: whole,
  gpus_incr: whole,
  cluster_name: text,
  network: text,
  agent: text,
  ssh_key_id: whole,
  enqueue: flag,
  agree: flag,
  idempotency_key: text,
});

export type ReserveFieldsSent = z.input<typeof ReserveFields>;
export type ReserveInput = z.output<typeof ReserveFields>;
