import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";
import { type Environment, root } from "./settings";

const RESTART_FIRST_MS = 500;
const RESTART_MAX_MS = 15_000;
/** A child that ran this long was well: its next restart waits the shortest time again. */
const WELL_AFTER_MS = 30_000;
const STOP_WITHIN_MS = 15_000;

export interface ChildOptions {
  name: string;
  args: string[];
  env: Environment;
  logFile: string;
  say: (line: string) => void;
  /** Told the id of the process at every start, and null at its end. */
  noted: (name: string, pid: number | null) => void;
}

/**
 * One supervised process: started again, each time a little later, until it is stopped. It has a process group of
 * its own, so that Ctrl-C reaches the supervisor alone, which then stops everything in order.
 */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waitMs = RESTART_FIRST_MS;
  #stopping = false;

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  start(): void {
    const { name, args, env, say, noted } = this.#options;
    const startedMs = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, NODE_ENV: "production" },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    noted(name, child.pid ?? null);
    for (const output of [child.stdout, child.stderr]) {
      output.on("data", (chunk: Buffer) => writeLog(this.#options.logFile, chunk));
    }
    child.once("error", (error) => say(`${name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      this.#process = null;
      noted(name, null);
      if (this.#stopping) return;
      if (performance.now() - startedMs > WELL_AFTER_MS) this.#waitMs = RESTART_FIRST_MS;
      say(
        `${name} ended (${signal ?? `code ${code}`}), starting it again; its log is ${this.#options.logFile}`,
      );
      this.#timer = setTimeout(() => this.start(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, RESTART_MAX_MS);
    });
  }

  /** Asks it to end, and ends it when it does not in time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#process;
    if (child) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
      await gone;
      clearTimeout(timer);
    }
  }
}

/** A disk without room costs lines of the log, and nothing else. */
function writeLog(file: string, chunk: Buffer): void {
  try {
    appendFileSync(file, chunk);
  } catch {
    // There is nowhere left to say so.
  }
}
