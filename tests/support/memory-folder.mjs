import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { availableMemory } from "node:process";

const MEMORY = "/dev/shm";
const NAME = "millrace-tests-";
/** Several times the size of two copies of the product and the databases of a whole run. */
const ROOM = 6 * 1024 ** 3;

/**
 * A folder for temporary files that is kept in memory, or null if there is none with enough room. A test database has
 * some 800 files: creating them on a disk takes ten times the processor time.
 */
export function makeMemoryFolder() {
  if (!hasRoom()) return null;
  removeLeftovers();
  const folder = mkdtempSync(`${MEMORY}/${NAME}${process.pid}-`);
  // As /tmp: the databases run as another user.
  chmodSync(folder, 0o1777);
  process.once("exit", () => remove(folder));
  return folder;
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, availableMemory?.() ?? 0) >= ROOM;
  } catch {
    return false;
  }
}

/** The folder of a killed run: nothing else would free its memory. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid && !lives(Number(pid))) remove(`${MEMORY}/${name}`);
  }
}

/** A mount that a killed test left there stays: it is not a result of the run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
