import { z } from "zod";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { VOLUME_STATES } from "~/compute/volume-states";
import { VOLUME_MAX_GB, VOLUME_MIN_GB } from "~/compute/volume-size";

/** The `{volume_id}` of a path; anything that is no UUID names nothing: 404 (0.4). */
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
    .meta({ description: "Where it lies", examples: ["fra1"] }),
});

export const SnapshotInput = VolumeInput.pick({ name: true });

const UsedBy = z.object({ task_name: z.string(), resv_guid: z.string(), read_only: z.boolean() });

export const Volume = z.object({
  volume_id: z.string().meta({ description: "Names the volume", examples: ["3f5b8a52-9c1d-4f3e-8a77-51c0e2d9b6aa"] }),
  name: z.string().meta({ description: "Name among the tenant's volumes", examples: ["datasets"] }),
  cluster_name: z.string(),
  gb: z.int().meta({ description: "Size in GB", examples: [100] }),
  reach: z.enum(["shared", "local"]).meta({
    description: "shared: any node of the cluster reaches it; local: it lies on one node, and so do its tasks",
  }),
  state: z.enum(VOLUME_STATES).meta({
    description:
      "copying: it becomes a copy of another, not charged and not usable yet; failed: that did not work; kept: charged and usable; unpaid: kept for 14 days without use; deleting: its data is being removed; deleted: listed no more",
  }),
  gb_month_cents: z.int(),
  month_cents: z
    .int()
    .meta({ description: "Whole cents per month (730 hours) for the whole volume", examples: [1000] }),
  created_ts: z.int(),
  deletes_ts: z.int().meta({
    description: "When an unpaid one is deleted at the earliest, epoch seconds UTC; 0 for others",
    examples: [0],
  }),
  dollars_due: z
    .number()
    .meta({ description: "What an unpaid one cost meanwhile, taken when it is paid; 0 for others", examples: [0] }),
  node_away: z.boolean().meta({
    description: "Whether it waits for a node: the one it lies on takes no tasks, or none reaches it now",
    examples: [false],
  }),
  used_by: z.array(UsedBy).meta({ description: "Unfinished tasks that have it" }),
  copy_of: z
    .string()
    .meta({ description: "Name of the volume that it is a copy of; empty for others", examples: [""] }),
  message: z.string().meta({ description: "Why a copy failed; empty for others", examples: [""] }),
});

export const OneVolumeAnswer = z.object({ volume: Volume });
