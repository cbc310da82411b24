import { randomUUID } from "node:crypto";
import { lstat, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** Begins the name of a volume's folder while it is being removed. */
export const GONE = ".gone-";
const HALF = ".copying-";
const TRIES = 5;

/** A name under which a copy of a volume grows, another one each time: what a killed agent had begun may still be written to. */
export function newHalf(dir: string, volumeId: string): string {
  return join(dir, `${HALF}${volumeId}-${randomUUID()}`);
}

/** Remains of copies of a volume that were never complete. */
export async function halvesOf(dir: string, volumeId: string): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(`${HALF}${volumeId}-`));
  return names.map((name) => join(dir, name));
}

/** Asked without holding up the agent, as whatever asks a folder of volumes. @throws Error where it cannot be told. */
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
 * Removes what copies of a volume have left. Each gets another name first, so that a program of an agent that is gone finds its
 * own no more and ends instead of writing into what is being removed.
 */
export async function removeHalves(dir: string, volumeId: string): Promise<void> {
  for (const half of await halvesOf(dir, volumeId)) {
    const aside = newHalf(dir, volumeId);
    await rename(half, aside).catch(() => undefined);
    for (let tries = TRIES; tries > 0 && (await isThere(aside)); tries -= 1)
      await rm(aside, { recursive: true, force: true }).catch((error: unknown) => {
        if (tries === 1) throw error;
      });
  }
}
