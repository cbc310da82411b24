import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DesiredVolume } from "~/domain/agent/messages";
import type { Mount } from "./spec";

/**
 * The folders of a task's volumes, made where they are not there yet, for root in the container alone. They are kept when
 * the task ends; what keeps them is what lies below that folder: this machine's disk, or a shared file system.
 * @throws Error for the customer where the node has none, or no longer has one that a task had before: an empty folder in its
 * place would look as if the customer's files were gone, and take what is written now where nobody finds it again.
 */
export function mountVolumes(
  volumes: readonly DesiredVolume[],
  { dir, firstUid }: { dir: string | undefined; firstUid: number },
): Mount[] {
  if (volumes.length === 0) return [];
  if (!dir) throw new Error("this node keeps no volumes: its operator has to set MILLRACE_VOLUMES_DIR");
  if (!existsSync(dir)) throw new Error(`this node's folder of volumes is not there: ${dir} is not mounted`);
  return volumes.map(({ volume_id, path, read_only, used = false }) => {
    const source = join(dir, volume_id);
    if (!existsSync(source)) {
      if (used) throw new Error(`the volume at ${path} is not on this node: its disk is not mounted, or was lost`);
      mkdirSync(source, { mode: 0o700 });
      chownSync(source, firstUid, firstUid);
    }
    return { source, path, readOnly: read_only };
  });
}
