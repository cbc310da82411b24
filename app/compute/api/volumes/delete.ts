// POST /v1/volumes/{volume_id}/delete: deletes a volume with all its data.
import { z } from "zod";
import { deleteVolume } from "~/compute/inside/volumes/change-volume.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { volumeIdOf } from "~/platform/http/schemas/volume.server";

export const { loader, action } = apiRoute("volumes/delete", {
  POST: operation({
    purpose: "Deletes a volume and all its data, permanently",
    credentials: ["K", "S"],
    need: "volumes.act",
    tool: { name: "delete_volume", ends: true },
    scope: "tasks",
    ours: true,
    statuses: [409],
    refusals: ["volumeInUse", "volumeIsCopied"],
    answer: z.object({ human_readable_message: z.string() }),
    example: { answer: { human_readable_message: "The volume is being deleted." } },
    run: async ({ account: { tenantId, userId }, params, now }) => {
      await deleteVolume({ tenantId, userId, volumeId: volumeIdOf(params), now });
      return { human_readable_message: "The volume is being deleted." };
    },
  }),
});
