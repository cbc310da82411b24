import { chownSync, existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import type { DesiredVolume } from "~/domain/agent/messages";
import { OUT_OF_REACH, type VolumeRoot } from "../volume-root";
import type { Mount } from "./spec";

/**
 * The folders of a task's volumes, made where they are not there yet, for root in the container alone. They are kept when
 * the task ends; what keeps them is what lies below that folder: this machine's disk, or a shared file system. While that is
 * away nothing is made in its place.
 * @throws Error for the customer where the node has none, does not reach them now, or no longer has one that a task had before:
 * an empty folder in its place would look as if the customer's files were gone, and take what is written now where nobody finds
 * it again.
 */
export async function mountVolumes(
  volumes: readonly DesiredVolume[],
  { root, firstUid }: { root: VolumeRoot | null; firstUid: number },
): Promise<Mount[]> {
  if (volumes.length === 0) return [];
  if (!root) throw new Error("this node keeps no volumes: its operator has to set MILLRACE_VOLUMES_DIR");
  await root.require();
  const mounts = volumes.map(({ volume_id, path, read_only, used = false }) => {
    const source = join(root.dir, volume_id);
    if (used && !existsSync(source))
      throw new Error(`the volume at ${path} is not on this node: its disk is not mounted, or was lost`);
    return { source, path, readOnly: read_only };
  });
  const made = [...new Set(mounts.map(({ source }) => source))].filter((folder) => make(folder, firstUid));
  if (!root.isThere()) {
    for (const folder of made) rmdirSync(folder);
    throw new Error(OUT_OF_REACH);
  }
  return mounts;
}

function make(folder: string, uid: number): boolean {
  if (existsSync(folder)) return false;
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, uid);
  return true;
}
