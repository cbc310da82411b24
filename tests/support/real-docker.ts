import { execFileSync, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./until";
import { lacksFor, RealEngine, rulesOf } from "./real-engine";

/** Docker's daemon, with the settings of docs/agent.md. */
export class RealDocker extends RealEngine {
  readonly name = "Docker";
  #containerd: ChildProcess | null = null;

  /** The user that `userns-remap: default` gives on this machine. */
  get rootInside(): number {
    return Number(/^dockremap:(\d+):/m.exec(readFileSync("/etc/subuid", "utf8"))?.[1]);
  }

  /** True if another daemon has created the chains of rules that all of them share. */
  readonly #shared = RealDocker.lacks() === "" && rulesOf("filter").includes("DOCKER");

  /** The reason why this machine has none; empty: it has one. */
  static lacks(): string {
    return lacksFor("dockerd", "containerd", "runc");
  }

  constructor() {
    super();
    // Root in its containers is a user of the machine, who must be able to find them.
    chmodSync(this.dir, 0o711);
  }

  /** The containers belong to a separate service, as in the distributions, which outlives Docker's. */
  override async start(): Promise<void> {
    if (!this.#containerd) {
      const own = ["root", "state"].map((name) => `--${name}=${join(this.dir, "containerd", name)}`);
      this.#containerd = await this.spawn(["containerd", ...own, `--address=${this.#containerdSocket}`]);
      await until("containerd listens", () => existsSync(this.#containerdSocket));
    }
    await super.start();
  }

  protected command(): string[] {
    const folders = ["data-root", "exec-root"].map((name) => `--${name}=${join(this.dir, name)}`);
    return [
      ...["dockerd", ...folders, `--pidfile=${join(this.dir, "pid")}`, `--host=unix://${this.socketPath}`],
      ...[`--containerd=${this.#containerdSocket}`, "--live-restore", "--userland-proxy=false"],
      ...["--userns-remap=default", "--bridge=none"],
    ];
  }

  get #containerdSocket(): string {
    return join(this.dir, "containerd.sock");
  }

  protected portsOfRules(rules: string): number[] {
    return [...rules.matchAll(/-A DOCKER .*--dport (\d+) -j DNAT/g)].map(([, port]) => Number(port));
  }

  protected removeRest(): void {
    this.#containerd?.kill("SIGKILL");
    if (!this.#shared) for (const table of ["nat", "filter"] as const) removeChains(table);
  }
}

/** Docker's own chains, which stay when it ends, with the rules that lead to them. */
function removeChains(table: "nat" | "filter"): void {
  const rules = rulesOf(table).split("\n");
  const remove = (args: string) =>
    execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin iptables -w 4 -t ${table} ${args}`], { stdio: "ignore" });
  for (const rule of rules) if (/^-A .*DOCKER/.test(rule)) remove(rule.replace("-A", "-D"));
  for (const rule of rules) if (/^-N DOCKER/.test(rule)) remove(rule.replace("-N", "-X"));
}
