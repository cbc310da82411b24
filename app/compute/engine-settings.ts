import { z } from "zod";

/** Machines of one GPU type that an engine has, as far as its operator wrote them down. */
const offeredSchema = z.object({ nodes: z.int().min(1), gpusPerNode: z.int().min(1).max(16) });

const engineSettingsSchema = z.object({
  /** Places asked for and not taken yet, at most, of each GPU type. */
  window: z.int().min(1).max(1000).default(10),
  /** Minutes without contact after which a pilot ends its task and itself. */
  leaseMinutes: z.int().min(5).max(10_080).default(60),
  /** No place is asked for longer. */
  longestSeconds: z
    .int()
    .min(3600)
    .default(7 * 86_400),
  /** By GPU type: the machines that can be rented there. */
  types: z.record(z.string(), offeredSchema).default({}),
});

export type EngineSettings = z.infer<typeof engineSettingsSchema>;

/** Reads the stored settings of an engine; those of its adapter are not ours and are left out. */
export function engineSettings(stored: unknown): EngineSettings {
  return engineSettingsSchema.parse(stored);
}
