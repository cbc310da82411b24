import { z } from "zod";

export const engineSettingsSchema = z.object({
  /** Most open places of each GPU type: requested, without a task yet. */
  window: z.int().min(1).max(1000).default(10),
  /** Minutes without contact after which a pilot ends its task and itself. */
  leaseMinutes: z.int().min(5).max(10_080).default(60),
  /** Longest time for which a place is requested. */
  longestSeconds: z
    .int()
    .min(3600)
    .default(7 * 86_400),
  /** The way to the SSH servers of its tasks: through the gateway, if there is one, or directly to its machines. */
  ssh: z.enum(["gateway", "direct"]).default("gateway"),
});

export type EngineSettings = z.infer<typeof engineSettingsSchema>;

/** Reads the stored settings of an engine; those of its adapter are not ours and are left out. */
export function engineSettings(stored: unknown): EngineSettings {
  return engineSettingsSchema.parse(stored);
}
