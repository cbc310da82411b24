import { execFileSync } from "node:child_process";
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
    const own = ["--root", "store", "--runroot", "run", "--tmpdir", "tmp", "--network-config-dir", "net"];
    const folders = own.map((word, at) => (at % 2 === 1 ? join(this.dir, word) : word));
    return ["podman", ...folders, "system", "service", "--time=0", `unix://${this.socketPath}`];
  }

  protected portsOfRules(rules: string): number[] {
    return [...rules.matchAll(/dnat name: millrace-(\d+)/g)].map(([, port]) => Number(port));
  }

  protected removeRest(): void {
    execFileSync("sh", ["-c", `umount -l ${this.#store}/overlay ${this.#store} 2>/dev/null; true`]);
  }
}
