import { z } from "zod";
import { M } from "~/messages";
import { Refusal } from "~/platform/refusal";
import { VOLUME } from "~/compute/list-volumes.server";
import { VOLUME_MAX_GB, VOLUME_MIN_GB } from "~/compute/volume-size";

/** The `{volume_id}` of a path; text that is not a UUID matches nothing: 404 (0.4). */
export function volumeIdOf(params: Readonly<Partial<Record<string, string>>>): string {
  const id = z.guid().safeParse(params["volume_id"]);
  if (!id.success) throw new Refusal(M.notFound, { status: 404 });
  return id.data;
}

/** Whole GB of JSON or of a form; anything else is refused by the rule of the field (M279). */
export const gb = z
  .union([z.number(), z.string()])
  .optional()
  .transform((given) => {
    if (typeof given === "number") return given;
    return /^\d{1,6}$/.test(given?.trim() ?? "") ? Number(given) : undefined;
  })
  .meta({
    type: "integer",
    minimum: VOLUME_MIN_GB,
    maximum: VOLUME_MAX_GB,
    description: "Size in GB",
    examples: [100],
  });

export const VolumeInput = z.object({
  name: z
    .string()
    .default("")
    .meta({ description: "1 to 32 of a–z, 0–9 and hyphens, beginning with a letter", examples: ["datasets"] }),
  gb,
  cluster_name: z
    .string()
    .default("")
    .meta({ description: "Cluster that holds it", examples: ["fra1"] }),
});

export const SnapshotInput = VolumeInput.pick({ name: true });

export const OneVolumeAnswer = z.object({ volume: VOLUME.schema });
