import { randomUUID } from "node:crypto";
import { lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "./remove-tree";

/** Prefix of a volume's folder while it is being removed. */
export const GONE = ".gone-";
const HALF = ".copying-";
const TRIES = 5;

/**
 * Returns a new name under which a copy of a volume grows: a killed agent's program may still write to an earlier one.
 */
export function newHalf(dir: string, volumeId: string): string {
  return join(dir, `${HALF}${volumeId}-${randomUUID()}`);
}

/** Remains of copies of a volume that were never complete. */
export async function halvesOf(dir: string, volumeId: string): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(`${HALF}${volumeId}-`));
  return names.map((name) => join(dir, name));
}

/** Checks for a path without blocking the agent, as for every folder of volumes. @throws Error if unknown. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Removes remains of a volume's copies. Each gets another name first, so that a leftover program loses its target and
 * ends instead of writing into it.
 */
export async function removeHalves(dir: string, volumeId: string): Promise<void> {
  for (const half of await halvesOf(dir, volumeId)) {
    const aside = newHalf(dir, volumeId);
    await rename(half, aside).catch(() => undefined);
    for (let tries = TRIES; tries > 0 && (await isThere(aside)); tries -= 1)
      await removeTree(aside).catch((error: unknown) => {
        if (tries === 1) throw error;
      });
  }
}
