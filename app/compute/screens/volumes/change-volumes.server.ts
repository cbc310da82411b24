import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { M } from "~/compute/messages";
import { deleteVolume, growVolume } from "~/compute/inside/volumes/change-volume.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { snapshotVolume } from "~/compute/inside/volumes/snapshot-volume.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { gb, SnapshotInput, VolumeInput } from "~/platform/http/schemas/volume.server";

const OneVolume = z.object({ id: z.guid(M.notFound) });

/** The forms of the volumes screen (17.7). */
export async function changeVolumes(args: RouteArgs, viewer: Viewer) {
  const { tenantId, userId } = viewer;
  return await formAction(args, {
    make: onForm(VolumeInput, async ({ name, gb, cluster_name: clusterName }, { now }) => {
      requireConfirmed(viewer);
      await createVolume({ tenantId, userId, now }, { name, gb, clusterName });
      return { notice: `Volume ${name.trim()} is ready. Choose it when you rent.` };
    }),
    grow: onForm(OneVolume.extend({ gb }), async ({ id, gb }, { now }) => {
      await growVolume({ tenantId, userId, volumeId: id, gb, now });
      return { notice: `The volume is now ${gb ?? 0} GB.` };
    }),
    snapshot: onForm(OneVolume.extend(SnapshotInput.shape), async ({ id, name }, { now }) => {
      requireConfirmed(viewer);
      await snapshotVolume({ tenantId, userId, now, volumeId: id }, { name });
      return { notice: `Volume ${name.trim()} is being created. We notify you when it can be used.` };
    }),
    delete: onForm(OneVolume, async ({ id }, { now }) => {
      await deleteVolume({ tenantId, userId, volumeId: id, now });
      return { notice: "The volume is being deleted." };
    }),
  });
}
