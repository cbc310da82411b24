import { z } from "zod";
import { storableText } from "./storable-text";

/** Limit of volume deletions in a message; the rest follow when these are done. */
export const VOLUMES_GONE_MAX = 100;

export const volumesGoneSchema = z
  .array(z.uuid())
  .max(VOLUMES_GONE_MAX)
  .meta({ examples: [["3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"]] })
  .optional();

/** A volume to be created as a copy of another. */
const desiredCopySchema = z.object({ volume_id: z.uuid(), source_id: z.uuid() });

/** State of a copy; `done`: complete and on disk; `failed`: nothing of it is left. */
const observedCopySchema = z.object({
  volume_id: z.uuid(),
  state: z.enum(["copying", "done", "failed"]).catch("copying"),
  /** Why it failed, in words for the customer. */
  message: storableText(500).optional(),
});

export const desiredCopiesSchema = z.array(desiredCopySchema).max(VOLUMES_GONE_MAX).optional();
export const observedCopiesSchema = z.array(observedCopySchema).max(VOLUMES_GONE_MAX).optional();

/** The folder in which a node keeps volumes. */
export const keptVolumesSchema = z
  .object({
    reach: z.enum(["shared", "local"]).catch("local"),
    total_gb: z.number().int().min(0).max(2_147_483_647),
    /** True if the agent can copy volumes. Absent: its version cannot. */
    copies: z.boolean().optional(),
  })
  .optional();

export type DesiredCopy = z.infer<typeof desiredCopySchema>;
export type ObservedCopy = z.infer<typeof observedCopySchema>;
