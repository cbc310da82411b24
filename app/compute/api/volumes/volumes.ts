// GET /v1/volumes: the tenant's volumes. POST: makes one.
import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { priceOfVolume } from "~/compute/inside/volumes/price-of-volume.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { listVolumes, VOLUME } from "~/compute/list-volumes.server";
import { readOwnVolume } from "~/compute/inside/volumes/read-own-volume.server";
import { keyedRequest } from "~/platform/once-for-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { IdempotencyKey } from "~/platform/http/schemas/idempotency-key";
import { OneVolumeAnswer, VolumeInput } from "~/platform/http/schemas/volume.server";

export const { loader, action } = apiRoute("volumes/volumes", {
  GET: operation({
    purpose: "Your volumes: storage that outlives tasks",
    credentials: ["K", "S"],
    need: "volumes.see",
    tool: { name: "list_volumes" },
    ours: true,
    answer: z.object({ volumes: z.array(VOLUME.schema) }),
    run: async ({ account: { tenantId }, now }) => ({ volumes: await listVolumes({ tenantId, now }) }),
  }),
  POST: operation({
    purpose: "Creates a volume, charged by the second from then on",
    credentials: ["K", "S"],
    need: "volumes.act",
    tool: { name: "create_volume", price: ({ input }) => Promise.resolve(priceOfVolume(input)) },
    scope: "tasks",
    ours: true,
    status: 201,
    input: VolumeInput,
    required: ["name", "gb", "cluster_name"],
    headers: { "Idempotency-Key": IdempotencyKey },
    statuses: [409],
    refusals: [
      "confirmEmailFirst",
      "balanceTooLow",
      "memberLimitVolumes",
      "keyLimitVolumes",
      "unknownCluster",
      "keyUsedForOtherRequest",
      "volumeNameWrong",
      "volumeNameTaken",
      "volumeSizeWrong",
      "tooManyVolumes",
      "volumesTooLarge",
      "noRoomForVolume",
      "volumesAway",
      "noContainers",
    ],
    answer: OneVolumeAnswer,
    run: async ({ account, apiKey, input, request, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      const { name, gb, cluster_name: clusterName } = input;
      const keyed = keyedRequest(tenantId, request.headers.get("Idempotency-Key"), `volume ${JSON.stringify(input)}`);
      const volumeId = await createVolume(
        { tenantId, userId, keyLineId: apiKey?.lineId, now, keyed },
        { name, gb, clusterName },
      );
      return { volume: await readOwnVolume({ tenantId, volumeId, now }) };
    },
  }),
});
