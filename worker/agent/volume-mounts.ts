import { chown, mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { DesiredVolume } from "~/fleet/agent-messages";
import { isThere } from "./volume-names";
import { OUT_OF_REACH, type VolumeRoot } from "./volume-root";
import type { Mount } from "./container/spec";

/**
 * Mounts the folders of a task's volumes, and creates missing ones for the task's root only. They outlive the
 * task, on this machine's disk or a shared file system below that folder. While that is missing, nothing is created in
 * its place. @throws Error for the customer if the node has no volumes, does not reach them now, or has lost one that a
 * task used before. An empty folder in its place would look as if the files were gone, and new files would be lost
 * there.
 */
export async function mountVolumes(
  volumes: readonly DesiredVolume[],
  { root, uid }: { root: VolumeRoot | null; uid: number },
): Promise<Mount[]> {
  if (volumes.length === 0) return [];
  if (!root) throw new Error("this node keeps no volumes: its operator has to set MILLRACE_VOLUMES_DIR");
  await root.require();
  return await root.use(async () => await takeFolders(volumes, { root, uid }));
}

async function takeFolders(
  volumes: readonly DesiredVolume[],
  { root, uid }: { root: VolumeRoot; uid: number },
): Promise<Mount[]> {
  for (const { volume_id, path, used = false } of volumes)
    if (used && !(await isThere(join(root.dir, volume_id))))
      throw new Error(`the volume at ${path} is not on this node: its disk is not mounted, or was lost`);
  const mounts = volumes.map(({ volume_id, path, read_only }) => ({
    ...{ source: join(root.dir, volume_id), path, readOnly: read_only },
  }));
  const made: string[] = [];
  for (const { source } of mounts) if (await make(source, uid)) made.push(source);
  if (await root.proves()) return mounts;
  for (const folder of made) await rmdir(folder);
  throw new Error(OUT_OF_REACH);
}

async function make(folder: string, uid: number): Promise<boolean> {
  if (await isThere(folder)) return false;
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, uid, uid);
  return true;
}
