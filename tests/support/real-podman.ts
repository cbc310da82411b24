import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Engine } from "../../worker/agent/container/engine";
import { until } from "./until";

/** Podman's service with a store of its own, so that whatever else is on the machine is left alone. */
export class RealPodman {
  readonly dir = mkdtempSync(join(tmpdir(), "millrace-podman-"));
  readonly socketPath = join(this.dir, "podman.sock");
  #service: ChildProcess | null = null;
  #holder: ChildProcess | null = null;

  readonly #storeMb: number | undefined;

  /** @param storeMb how large its store may be, which lies in memory then. */
  constructor({ storeMb }: { storeMb?: number } = {}) {
    this.#storeMb = storeMb;
  }

  get #store(): string {
    return join(this.dir, "store");
  }

  resizeStore(storeMb: number): void {
    // The service has mounts of its own, which are of the same file system.
    execFileSync("mount", ["-o", `remount,size=${storeMb}m`, this.#store]);
  }

  /** Why there is none on this machine; empty: there is. */
  static lacks(): string {
    if (process.getuid?.() !== 0) return "it needs root";
    for (const program of ["podman", "crun", "iptables"]) if (!has(program)) return `${program} is not installed`;
    return existsSync("/sys/fs/cgroup") ? "" : "there are no control groups";
  }

  get engine(): Engine {
    return new Engine(this.socketPath);
  }

  async start(): Promise<void> {
    this.#mountStore();
    const mounts = await this.#ownMounts();
    const own = ["--root", "store", "--runroot", "run", "--tmpdir", "tmp", "--network-config-dir", "net"];
    const folders = own.map((word, at) => (at % 2 === 1 ? join(this.dir, word) : word));
    this.#service = spawn(
      "nsenter",
      [
        ...["-t", String(mounts), "-m", "--", "podman", ...folders],
        ...["system", "service", "--time=0", `unix://${this.socketPath}`],
      ],
      { stdio: "ignore" },
    );
    await until("podman answers", () =>
      this.engine.call({ method: "GET", path: "/version" }).then(
        () => true,
        () => false,
      ),
    );
  }

  /** Not before it is started: tests that are skipped have one, too. */
  #mountStore(): void {
    if (this.#storeMb === undefined || existsSync(this.#store)) return;
    mkdirSync(this.#store);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${this.#storeMb}m`, "tmpfs", this.#store]);
  }

  /**
   * A process whose mounts the service has, however often it is killed. Where control groups are of both versions, crun
   * works only where the second is out of sight.
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

  /** What is there of tasks' containers, networks, bridges and rules. */
  async left(ports: string): Promise<string[]> {
    const containers = await this.engine.call<{ Names: string[] }[]>({
      method: "GET",
      path: "/containers/json",
      query: { all: true },
    });
    const networks = await this.engine.call<{ Name: string }[]>({ method: "GET", path: "/networks" });
    const names = networks.map(({ Name }) => Name).filter((name) => name.startsWith("millrace-"));
    const [first = 0, last = 0] = ports.split("-").map(Number);
    const bridges = readdirSync("/sys/class/net").filter((name) => {
      const port = Number(/^mlr(\d+)$/.exec(name)?.[1]);
      return port >= first && port <= last;
    });
    const rules = execFileSync("sh", ["-c", "PATH=$PATH:/usr/sbin iptables -w 4 -t nat -S"], { encoding: "utf8" });
    const led = [...rules.matchAll(/dnat name: millrace-(\d+)/g)].map(([, port]) => Number(port));
    const stale = led.filter((port) => port >= first && port <= last).map((port) => `rule of ${port}`);
    return [...containers.flatMap(({ Names }) => Names), ...names, ...bridges, ...stale];
  }

  async stop(): Promise<void> {
    await this.kill();
    this.#holder?.kill("SIGKILL");
    execFileSync("sh", ["-c", `umount -l ${this.dir}/store/overlay ${this.dir}/store 2>/dev/null; rm -rf ${this.dir}`]);
  }
}

function has(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
