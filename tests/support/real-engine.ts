import { execFileSync, spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Engine } from "../../worker/agent/container/engine";
import { until } from "./until";

/** The service of a real engine with its own store, so that everything else on the machine is left alone. */
export abstract class RealEngine {
  abstract readonly name: string;
  /** The machine's user that is root in its containers. */
  abstract readonly rootInside: number;
  /** Outside the temporary folder of a whole run, which has a longer name: Podman's folders may have 50 characters. */
  readonly dir = mkdtempSync("/tmp/millrace-engine-");
  readonly socketPath = join(this.dir, "engine.sock");
  #service: ChildProcess | null = null;
  #holder: ChildProcess | null = null;

  get engine(): Engine {
    return new Engine(this.socketPath);
  }

  async start(): Promise<void> {
    this.#service = await this.spawn(this.command());
    await until(`${this.name} answers`, () =>
      this.engine.call({ method: "GET", path: "/version" }).then(
        () => true,
        () => false,
      ),
    );
  }

  protected abstract command(): string[];

  /** A program with the mounts of the service. */
  protected async spawn(command: string[], stdio: StdioOptions = "ignore"): Promise<ChildProcess> {
    return spawn("nsenter", ["-t", String(await this.#ownMounts()), "-m", "--", ...command], {
      stdio,
      env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
    });
  }

  /**
   * A process that holds the service's mounts, however often the service is killed. If control groups of both versions
   * are mounted, crun and runc work only if the second is hidden.
   */
  async #ownMounts(): Promise<number> {
    if (!this.#holder) {
      const script = "umount /sys/fs/cgroup/unified 2>/dev/null; echo; exec sleep 3600";
      this.#holder = spawn("unshare", ["-m", "--propagation", "private", "sh", "-c", script], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      await once(this.#holder.stdout as NodeJS.ReadableStream, "data");
    }
    return this.#holder.pid ?? 0;
  }

  async kill(): Promise<void> {
    if (!this.#service) return;
    const ended = once(this.#service, "exit");
    this.#service.kill("SIGKILL");
    await ended;
    rmSync(this.socketPath, { force: true });
  }

  /** Containers, networks, bridges and rules of tasks that exist. */
  async left(ports: string): Promise<string[]> {
    const containers = await this.engine.call<{ Names: string[] }[]>({
      method: "GET",
      path: "/containers/json",
      query: { all: true },
    });
    const networks = await this.engine.call<{ Name: string }[]>({ method: "GET", path: "/networks" });
    const names = networks.map(({ Name }) => Name).filter((name) => name.startsWith("millrace-"));
    const [first = 0, last = 0] = ports.split("-").map(Number);
    const isOurs = (port: number) => port >= first && port <= last;
    const bridges = readdirSync("/sys/class/net").filter((name) => isOurs(Number(/^mlr(\d+)$/.exec(name)?.[1])));
    const rules = this.portsOfRules(rulesOf("nat")).filter(isOurs);
    return [
      ...containers.flatMap(({ Names }) => Names),
      ...names,
      ...bridges,
      ...rules.map((port) => `rule of ${port}`),
    ];
  }

  /** Names of tasks that the engine's rules lead to. */
  protected abstract portsOfRules(rules: string): number[];

  async stop(): Promise<void> {
    await this.kill();
    this.removeRest();
    this.#holder?.kill("SIGKILL");
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Things that outlive the service, including its mounts. */
  protected abstract removeRest(): void;
}

export function rulesOf(table: "nat" | "filter"): string {
  return execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin iptables -w 4 -t ${table} -S`], { encoding: "utf8" });
}

/** The reason why an engine of these programs cannot run on this machine; empty: it can. */
export function lacksFor(...programs: string[]): string {
  if (process.getuid?.() !== 0) return "it needs root";
  for (const program of [...programs, "iptables"]) if (!has(program)) return `${program} is not installed`;
  return existsSync("/sys/fs/cgroup") ? "" : "there are no control groups";
}

function has(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
