import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../worker/up/ports";
import { machineProcesses } from "../../support/machine-processes";
import { until } from "../../support/until";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const LEFT_OUT = ["node_modules", ".git", ".millrace", "tests", "docs"].map((name) => join(root, name));

/** A start takes longer while other work shares the cores. */
export const START_WITHIN_MS = 180_000;

/**
 * The program in a separate folder, built as it is built here, so that a test can damage its build and interrupt its
 * start.
 */
export class CopiedProgram {
  readonly dir = mkdtempSync(join(tmpdir(), "millrace-copy-"));
  readonly dataDir = join(this.dir, "data");
  readonly #ports: Promise<number[]>;

  constructor({ packages = true } = {}) {
    cpSync(root, join(this.dir, "program"), {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(path),
    });
    if (packages) symlinkSync(join(root, "node_modules"), this.file("node_modules"));
    this.#ports = Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  }

  file(name: string): string {
    return join(this.dir, "program", name);
  }

  async origin(): Promise<string> {
    return `http://127.0.0.1:${(await this.#ports)[0]}`;
  }

  /** `npm start`, as a person types it. */
  async start(env: Record<string, string> = {}): Promise<Started> {
    return new Started(await this.#spawn("npm", ["start"], env));
  }

  /** `npm run dev`. */
  async dev(): Promise<Started> {
    return new Started(await this.#spawn("npm", ["run", "dev"], {}));
  }

  /** Runs one of our programs with Bun, in the copy. */
  async bun(...args: string[]): Promise<Started> {
    return new Started(await this.#spawn(join(root, "node_modules/.bin/bun"), args, {}));
  }

  async #spawn(command: string, args: string[], env: Record<string, string>): Promise<ChildProcess> {
    const [port = 0, workerPort = 0, paymentsPort = 0] = await this.#ports;
    return spawn(command, args, {
      cwd: this.file(""),
      env: {
        ...process.env,
        // Variables that this run of npm set for its programs are not for another one.
        npm_lifecycle_event: "",
        PORT: String(port),
        WORKER_PORT: String(workerPort),
        SANDBOX_STRIPE_PORT: String(paymentsPort),
        MILLRACE_DATA_DIR: this.dataDir,
        DATABASE_URL: "",
        MILLRACE_END_TASKS_ON_STOP: "1",
        MILLRACE_DEMO_TRAFFIC: "off",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** The running processes by name, according to the run file. */
  running(): Record<string, number> {
    try {
      return JSON.parse(readFileSync(join(this.dataDir, "run.json"), "utf8")) as Record<string, number>;
    } catch {
      return {};
    }
  }

  /** Command lines of all processes that involve the copy or its data, whatever started them. */
  left(): string[] {
    return machineProcesses()
      .filter(({ command, environment }) => [command, environment].some((text) => text.includes(this.dir)))
      .map(({ pid, command }) => `${pid} ${command}`);
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export class Started {
  readonly process: ChildProcess;
  readonly #said: string[] = [];
  /** Resolves with its exit code, or the signal that ended it, once all its output is there. */
  readonly ended: Promise<number | string | null>;

  constructor(process: ChildProcess) {
    this.process = process;
    for (const stream of [process.stdout, process.stderr])
      stream?.on("data", (chunk: Buffer) => this.#said.push(chunk.toString()));
    this.ended = new Promise((resolve) => process.once("exit", (code, signal) => resolve(code ?? signal)));
  }

  said(): string {
    return this.#said.join("");
  }

  async says(text: string): Promise<void> {
    const look = () => {
      if (this.said().includes(text)) return true;
      if (this.process.exitCode !== null) throw new Error(`ended without "${text}":\n${this.said()}`);
      return false;
    };
    await until(`"${text}"`, look, START_WITHIN_MS);
  }
}
