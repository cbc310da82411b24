import { readFile, readdir } from "node:fs/promises";
import { readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { removeQuietly } from "./disk-faults";

const END_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Variable with the data folder in every process of `npm start`: the next start finds them by it. */
export const RUN_OF = "MILLRACE_RUN_OF";

/** Lists the processes of the running product by name, for a person who inspects or ends one. It decides nothing. */
export class RunFile {
  readonly #file: string;
  readonly #pids = new Map<string, number>([["supervisor", process.pid]]);

  constructor(file: string) {
    this.#file = file;
    this.#write();
  }

  note(name: string, pid: number | null): void {
    if (pid === null) this.#pids.delete(name);
    else this.#pids.set(name, pid);
    this.#write();
  }

  remove(): void {
    removeQuietly(this.#file);
  }

  #write(): void {
    try {
      writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#pids)));
      renameSync(`${this.#file}.new`, this.#file);
    } catch {
      // On a full disk the file lags until the next note.
    }
  }
}

/**
 * Ends leftover processes of an earlier run on that folder, after a `kill -9` of the supervisor. It waits until their
 * ports are free: an ending process has no environment any more while its sockets are still open.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  await endListed(() => listLeftovers(dataDir), "SIGTERM");
}

/** Asks the listed processes to end and waits; kills those that take too long, such as a frozen one. */
export async function endListed(list: () => Promise<number[]>, signal: NodeJS.Signals): Promise<void> {
  const startedMs = performance.now();
  const asked = new Set<number>();
  for (;;) {
    const pids = await list();
    const late = performance.now() - startedMs > END_WITHIN_MS;
    if (pids.length === 0 && (late || ![...asked].some(isRunning))) return;
    for (const pid of pids) if (late || !asked.has(pid)) send(pid, late ? "SIGKILL" : signal);
    for (const pid of pids) asked.add(pid);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Checks for a process that runs or is ending; a zombie with one thread holds nothing and waits for its parent. */
function isRunning(pid: number): boolean {
  try {
    // Its name is in brackets and may contain anything.
    const state = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.[0];
    return state !== "Z" || readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

async function listLeftovers(dataDir: string): Promise<number[]> {
  return await listProcesses(async (pid) => {
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    return pid !== process.pid && environment.split("\0").includes(`${RUN_OF}=${dataDir}`);
  });
}

/** Lists the processes of this machine that are meant; none where there is no /proc. */
export async function listProcesses(isMeant: (pid: number) => Promise<boolean>): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isMeant(pid)) ? pid : null)));
  return found.filter((pid) => pid !== null);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
