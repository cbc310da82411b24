import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Complaint } from "./complaint";
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
  /** Runs before it is started again. */
  before?: () => Promise<void>;
  /** Default: Bun, as this process. */
  command?: string;
  /** Receives each line of output, besides the log; complaints are lines on standard error. */
  heard?: (line: string, isComplaint: boolean) => void;
}

/**
 * One supervised process: restarted, after a growing wait, until it is stopped. It has its own process group, so that
 * Ctrl-C reaches only the supervisor, which then stops everything in order.
 */
export class Child {
  readonly #options: ChildOptions;
  readonly #log: RotatingLog;
  #restarts: Restarts;
  #process: ChildProcess | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #again: Promise<void> = Promise.resolve();
  #stopping = false;
  /** Requested but not started yet. */
  #changed = false;

  constructor(options: ChildOptions) {
    this.#options = options;
    this.#log = new RotatingLog(options.logFile, options.logLimits);
    this.#restarts = this.#newRestarts();
  }

  start(): void {
    const { name, args, env, noted, command = process.execPath, heard } = this.#options;
    const startedMs = performance.now();
    const child: ChildProcess = spawn(command, args, {
      cwd: root,
      env: { NODE_ENV: "production", ...env },
      detached: true,
      stdio: [heard ? "pipe" : "ignore", "pipe", "pipe"],
    });
    this.#process = child;
    noted(name, child.pid ?? null);
    const complaint = new Complaint(child.stderr);
    for (const output of [child.stdout, child.stderr]) {
      output?.on("data", (chunk: Buffer) => this.#log.write(chunk));
      if (heard && output)
        createInterface({ input: output }).on("line", (line) => heard(line, output === child.stderr));
    }
    // Input written after the child's end is dropped.
    child.stdin?.on("error", () => {});
    const ended = (how: string) => {
      if (this.#process !== child) return;
      this.#process = null;
      noted(name, null);
      if (this.#stopping) return;
      const waitMs = this.#restarts.ended(how, performance.now() - startedMs);
      this.#timer = setTimeout(() => (this.#again = this.#startAgain()), waitMs);
    };
    child.once("error", (error) => ended(error.message));
    child.once("exit", (code, signal) => {
      if (signal) ended(signal);
      else void complaint.reason().then((why) => ended(`code ${code}${why && `: ${why}`}`));
    });
  }

  async #startAgain(): Promise<void> {
    // A failure here shows in the child's exit, and is retried with it.
    await this.#options.before?.().catch((error: unknown) => this.#options.say(String(error)));
    if (!this.#stopping) this.start();
  }

  /** Passes a line to the listener, if any. */
  tell(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }

  /** Stops it and restarts it at once, because its program has changed: its earlier failures no longer count. */
  restart(): void {
    if (this.#changed) return;
    this.#changed = true;
    this.#again = this.#again.then(() => this.#change());
  }

  async #change(): Promise<void> {
    this.#changed = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#restarts = this.#newRestarts();
    const last = this.#process;
    this.#process = null;
    if (last) await endProcess(last);
    if (!this.#stopping) this.start();
  }

  #newRestarts(): Restarts {
    const { name, logFile, say } = this.#options;
    return new Restarts(name, `its log is ${logFile}`, say);
  }

  /** Asks the process to end, and kills it if it does not end in time. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#again;
    if (this.#process) await endProcess(this.#process);
  }
}
