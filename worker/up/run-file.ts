import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The processes of the running product, by name, kept in the data folder. After `kill -9` of the supervisor its
 * children go on alone; the next start finds and ends them here, and refuses to start beside a living supervisor.
 */
export class RunFile {
  readonly #file: string;
  readonly #pids = new Map<string, number>();
  #written: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  async takeOver(): Promise<void> {
    const { supervisor, ...children } = parse(await readFile(this.#file, "utf8").catch(() => "{}"));
    if (supervisor && supervisor !== process.pid && (await isSupervisor(supervisor))) {
      throw new Error(
        `This data folder is already in use by process ${supervisor}. Stop it first, or set MILLRACE_DATA_DIR.`,
      );
    }
    for (const pid of Object.values(children)) await this.#end(pid);
    this.note("supervisor", process.pid);
  }

  note(name: string, pid: number | null): void {
    if (pid === null) this.#pids.delete(name);
    else this.#pids.set(name, pid);
    const content = JSON.stringify(Object.fromEntries(this.#pids));
    // On a full disk the file is behind until the next note; the next start then finds less to end.
    this.#written = this.#written.then(() => writeFile(this.#file, content)).catch(() => {});
  }

  async remove(): Promise<void> {
    await this.#written;
    await rm(this.#file, { force: true });
  }

  async #end(pid: number): Promise<void> {
    if (!(await this.#isOurs(pid))) return;
    send(pid, "SIGTERM");
    for (let tries = 0; tries < 200 && (await this.#isOurs(pid)); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (await this.#isOurs(pid)) send(pid, "SIGKILL");
  }

  /** Process ids are used again after a while: only one that was started for this data folder counts. */
  async #isOurs(pid: number): Promise<boolean> {
    const environment = await readFile(join("/proc", String(pid), "environ"), "utf8").catch(() => "");
    const folder = dirname(this.#file);
    return environment
      .split("\0")
      .some(
        (entry) =>
          entry === `MILLRACE_DATA_DIR=${folder}` || entry.startsWith(`MILLRACE_DATA_DIR=${folder}/`),
      );
  }
}

function parse(text: string): Record<string, number> {
  try {
    return JSON.parse(text) as Record<string, number>;
  } catch {
    // Cut short by a full disk or a crash: there is nothing to learn from it.
    return {};
  }
}

async function isSupervisor(pid: number): Promise<boolean> {
  const command = await readFile(join("/proc", String(pid), "cmdline"), "utf8").catch(() => "");
  return command.includes("worker/up/main.ts");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}
