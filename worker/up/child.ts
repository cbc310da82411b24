import { spawn, type ChildProcess } from "node:child_process";
import { endProcess } from "./end-process";
import type { Noted } from "./program";
import { Restarts } from "./restarts";
import { RotatingLog, type LogLimits } from "./rotating-log";
import { type Environment, root } from "./settings";

export interface ChildOptions {
  name: string;
  args: string[];
  env: Environment;
  logFile: string;
  logLimits: LogLimits;
  say: (line: string) => void;
  noted: Noted;
  /** What has to be in order before it is started again. */
  before?: () => Promise<void>;
}

/**
 * One supervised process: started again, each time a little later, until it is stopped. It has a process group of
 * its own, so that Ctrl-C reaches the supervisor alone, which then stops everything in order.
 */
export class Child {
  readonly #options: ChildOptions;
  readonly #log: RotatingLog;
  readonly #restarts: Restarts;
  #process: ChildProcess | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #again: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(options: ChildOptions) {
    this.#options = options;
    this.#log = new RotatingLog(options.logFile, options.logLimits);
    this.#restarts = new Restarts(options.name, `its log is ${options.logFile}`, options.say);
  }

  start(): void {
    const { name, args, env, noted } = this.#options;
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
      output.on("data", (chunk: Buffer) => this.#log.write(chunk));
    }
    const ended = (how: string) => {
      if (this.#process !== child) return;
      this.#process = null;
      noted(name, null);
      if (this.#stopping) return;
      const waitMs = this.#restarts.ended(how, performance.now() - startedMs);
      this.#timer = setTimeout(() => (this.#again = this.#startAgain()), waitMs);
    };
    child.once("error", (error) => ended(error.message));
    child.once("exit", (code, signal) => ended(signal ?? `code ${code}`));
  }

  async #startAgain(): Promise<void> {
    // What cannot be put in order now shows in how the child ends, and is tried again with it.
    await this.#options.before?.().catch((error: unknown) => this.#options.say(String(error)));
    if (!this.#stopping) this.start();
  }

  /** Asks it to end, and ends it when it does not in time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#again;
    if (this.#process) await endProcess(this.#process);
  }
}
