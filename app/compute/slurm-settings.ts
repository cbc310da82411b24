import { z } from "zod";
import { engineSettingsSchema } from "./engine-settings";

const word = z.string().regex(/^[\w.@+-]{1,64}$/);

/** Settings of a cluster's Slurm: how to reach it, and what to request. Its token is kept elsewhere. */
export const slurmSettings = z.object({
  /** Address of slurmrestd, such as https://slurm.example.com. */
  url: z.url({ protocol: /^https?$/ }),
  user: word,
  partition: word,
  /** Empty: the user's default. */
  account: word.or(z.literal("")).default(""),
  qos: word.or(z.literal("")).default(""),
  /**
   * Slurm's words for GPUs (`gpu:a5000:8` has the word a5000; `gpu:8` the empty one) and the GPU types that they mean.
   */
  gpuMap: z.record(z.string(), z.string()),
  longestSeconds: engineSettingsSchema.shape.longestSeconds,
  /** False: the site has no slurmdbd, so nothing is known of a job some minutes after its end. */
  accounting: z.boolean().default(true),
  /** Runtime of the tasks there (docs/agent.md). */
  runtime: z.enum(["auto", "demo", "container"]).default("auto"),
  /** Path of Millrace's agent on the nodes. */
  agent: z.string().startsWith("/").default("/opt/millrace/millrace-agent"),
});

export type SlurmSettings = z.infer<typeof slurmSettings>;
