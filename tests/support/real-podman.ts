import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { lacksFor, RealEngine } from "./real-engine";

/** Podman's service. */
export class RealPodman extends RealEngine {
  readonly name = "Podman";
  readonly rootInside = 1_879_048_192;
  readonly #storeMb: number | undefined;

  /** @param storeMb size limit of its store, which is then in memory. */
  constructor({ storeMb }: { storeMb?: number } = {}) {
    super();
    this.#storeMb = storeMb;
  }

  /** The reason why this machine has none; empty: it has one. */
  static lacks(): string {
    return lacksFor("podman", "crun");
  }

  get #store(): string {
    return join(this.dir, "store");
  }

  resizeStore(storeMb: number): void {
    // The service has its own mounts, on the same file system.
    execFileSync("mount", ["-o", `remount,size=${storeMb}m`, this.#store]);
  }

  override async start(): Promise<void> {
    this.#mountStore();
    await super.start();
  }

  /** Created only at the start: skipped tests have a service too. */
  #mountStore(): void {
    if (this.#storeMb === undefined || existsSync(this.#store)) return;
    mkdirSync(this.#store);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${this.#storeMb}m`, "tmpfs", this.#store]);
  }

  protected command(): string[] {
    return [...this.#program, "system", "service", "--time=0", `unix://${this.socketPath}`];
  }

  get #program(): string[] {
    const own = ["--root", "store", "--runroot", "run", "--tmpdir", "tmp", "--network-config-dir", "net"];
    return ["podman", ...own.map((word, at) => (at % 2 === 1 ? join(this.dir, word) : word))];
  }

  /** Starts Podman's command line on the same store. It needs no service. */
  async spawnCli(args: string[]): Promise<ChildProcess> {
    return await this.spawn([...this.#program, ...args], ["ignore", "pipe", "pipe"]);
  }

  /** Runs Podman's command line, and returns what it printed. @throws Error with its reason if it fails. */
  async cli(...args: string[]): Promise<string> {
    const program = await this.spawnCli(args);
    const printed = { out: "", err: "" };
    program.stdout?.on("data", (part) => (printed.out += String(part)));
    program.stderr?.on("data", (part) => (printed.err += String(part)));
    const [code] = (await once(program, "close")) as [number | null];
    if (code !== 0) throw new Error(`podman ${args[0]}: ${printed.err}`);
    return printed.out;
  }

  protected portsOfRules(rules: string): number[] {
    return [...rules.matchAll(/dnat name: millrace-(\d+)/g)].map(([, port]) => Number(port));
  }

  protected removeRest(): void {
    execFileSync("sh", ["-c", `umount -l ${this.#store}/overlay ${this.#store} 2>/dev/null; true`]);
  }
}
