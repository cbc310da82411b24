import { watch } from "node:fs";

const LOOK_MS = 500;

/**
 * Calls back when something in a folder may have changed. The kernel counts watches by user, and tasks have the same one outside:
 * one task can take them all, so without a watch the others look by themselves.
 */
export function watchFolder(dir: string, changed: () => void): void {
  const look = () => void setInterval(changed, LOOK_MS).unref();
  try {
    watch(dir, changed).once("error", look);
  } catch {
    look();
  }
}
