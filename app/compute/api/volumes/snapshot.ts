// POST /v1/volumes/{volume_id}/snapshot: copies a volume to a new one.
import { requireConfirmed } from "~/accounts/require-confirmed";
import { readOwnVolume } from "~/compute/inside/volumes/read-own-volume.server";
import { snapshotVolume } from "~/compute/inside/volumes/snapshot-volume.server";
import { keyedRequest } from "~/platform/once-for-key.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { IdempotencyKey } from "~/platform/http/schemas/idempotency-key";
import { OneVolumeAnswer, SnapshotInput, volumeIdOf } from "~/platform/http/schemas/volume.server";

export const { loader, action } = apiRoute("volumes/snapshot", {
  POST: operation({
    purpose: "Copies the present content of a volume to a new one, charged once it is complete",
    credentials: ["K", "S"],
    need: "volumes.act",
    scope: "tasks",
    ours: true,
    status: 201,
    input: SnapshotInput,
    required: ["name"],
    headers: { "Idempotency-Key": IdempotencyKey },
    statuses: [409],
    refusals: [
      "confirmEmailFirst",
      "balanceTooLow",
      "memberLimitVolumes",
      "keyLimitVolumes",
      "keyUsedForOtherRequest",
      "volumeNameWrong",
      "volumeNameTaken",
      "tooManyVolumes",
      "volumesTooLarge",
      "noRoomForVolume",
      "volumesAway",
      "volumeUnpaid",
      "volumeWrittenTo",
      "volumeNotCopiedYet",
      "volumeEmpty",
      "noNodeCopies",
    ],
    answer: OneVolumeAnswer,
    run: async ({ account, apiKey, params, input: { name }, request, now }) => {
      requireConfirmed(account);
      const { tenantId, userId } = account;
      const volumeId = volumeIdOf(params);
      const keyed = keyedRequest(
        tenantId,
        request.headers.get("Idempotency-Key"),
        `volume ${JSON.stringify({ snapshotOf: volumeId, name })}`,
      );
      const madeId = await snapshotVolume(
        { tenantId, userId, keyLineId: apiKey?.lineId, now, volumeId, keyed },
        { name },
      );
      return { volume: await readOwnVolume({ tenantId, volumeId: madeId, now }) };
    },
  }),
});
