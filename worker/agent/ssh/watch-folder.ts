import { watch } from "node:fs";

const LOOK_MS = 500;

/**
 * Calls back when something in a folder may have changed. The kernel limits watches per user, and outside all tasks
 * have the same user: one task could use them all. Without a watch, the folder is checked regularly.
 */
export function watchFolder(dir: string, changed: () => void): void {
  const look = () => void setInterval(changed, LOOK_MS).unref();
  try {
    watch(dir, changed).once("error", look);
  } catch {
    look();
  }
}
