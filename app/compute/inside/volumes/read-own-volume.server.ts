import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { listVolumes, type VolumeRow } from "~/compute/list-volumes.server";

/** Reads one of a tenant's volumes, of which it has few. @throws Refusal M04 (404). */
export async function readOwnVolume(asked: { tenantId: number; volumeId: string; now: Date }): Promise<VolumeRow> {
  const found = (await listVolumes(asked)).find(({ volume_id }) => volume_id === asked.volumeId);
  if (!found) throw new Refusal(M.notFound, { status: 404 });
  return found;
}
