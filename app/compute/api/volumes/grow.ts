// POST /v1/volumes/{volume_id}/grow: makes a volume larger.
import { z } from "zod";
import { growVolume } from "~/compute/inside/volumes/change-volume.server";
import { readOwnVolume } from "~/compute/inside/volumes/read-own-volume.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { gb, OneVolumeAnswer, volumeIdOf } from "~/platform/http/schemas/volume.server";

export const { loader, action } = apiRoute("volumes/grow", {
  POST: operation({
    purpose: "Makes a volume larger; it never shrinks",
    credentials: ["K", "S"],
    need: "volumes.act",
    scope: "tasks",
    ours: true,
    input: z.object({ gb }),
    required: ["gb"],
    refusals: [
      "balanceTooLow",
      "memberLimitVolumes",
      "growsOnlyOwn",
      "keyLimitVolumes",
      "keyGrowsOnlyOwn",
      "volumeSizeWrong",
      "volumesTooLarge",
      "noRoomForVolume",
      "volumesAway",
      "volumeNeverShrinks",
      "volumeUnpaid",
      "volumeNotCopiedYet",
    ],
    answer: OneVolumeAnswer,
    run: async ({ account: { tenantId, userId }, apiKey, params, input, now }) => {
      const volumeId = volumeIdOf(params);
      await growVolume({ tenantId, userId, keyLineId: apiKey?.lineId, volumeId, gb: input.gb, now });
      return { volume: await readOwnVolume({ tenantId, volumeId, now }) };
    },
  }),
});
