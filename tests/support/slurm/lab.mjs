import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { hostname, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { labFiles } from "./lab-files.mjs";

/** First port of the tests' labs. A lab uses 20. */
export const FIRST_PORT = Number(process.env.SLURM_LAB_PORT ?? 17_600);
const [PORTS, LANES, LAST_PORT] = [20, 3, 30_000];
/** As long as `until` of the other tests waits. */
const PATIENCE_MS = 90_000;
const ASK_EVERY_MS = 50;
const PROGRAMS = ["munged", "mariadbd", "slurmdbd", "slurmctld", "slurmd", "slurmrestd", "scontrol", "srun", "setpriv"];
/** slurmctld and slurmdbd need it for tokens, and it is a separate package. */
const JWT_PLUGIN = "auth_jwt.so";
const SYSTEM_PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** The packages as named in Debian 12. */
export const PACKAGES =
  "slurmctld slurmd slurm-client slurmrestd slurmdbd slurm-wlm-basic-plugins slurm-wlm-mysql-plugin slurm-wlm-jwt-plugin munge mariadb-server-core";

/**
 * A whole Slurm on this machine: munged, MariaDB, slurmdbd, slurmctld, slurmrestd, and a slurmd for each node with 8
 * fake GPUs. All its files are in one folder, its ports start at one number, and nothing in /etc is changed. Its user
 * is `games`, of the account `millrace`. It needs root.
 */
export class SlurmLab {
  /**
   * @param {{ dir: string, port: number, nodes?: number, settings?: Record<string, string | number> }} options
   * `settings`: lines of slurm.conf that replace the lab's own.
   */
  constructor({ dir, port, nodes = 3, settings = {} }) {
    this.dir = dir;
    this.port = port;
    this.cluster = `lab${port}`;
    this.nodes = Array.from({ length: nodes }, (_, index) => `n${index + 1}`);
    this.settings = settings;
    this.ports = {
      slurmctld: port + 1,
      slurmdbd: port + 2,
      slurmrestd: port + 3,
      mariadb: port + 4,
      slurmd: port + 5,
    };
    this.url = `http://127.0.0.1:${this.ports.slurmrestd}`;
  }

  /** The reason why a lab cannot run here; empty: it can. */
  static lacks() {
    if (userInfo().uid !== 0) return "it needs root";
    const folders = SYSTEM_PATH.split(":");
    const missing = PROGRAMS.find((name) => !folders.some((folder) => existsSync(`${folder}/${name}`)));
    if (missing) return `${missing} is not installed (apt-get install -y --no-install-recommends ${PACKAGES})`;
    return findPlugin() ? "" : "slurm-wlm-jwt-plugin is not installed";
  }

  async start() {
    this.#write();
    this.begin("munged");
    await until("munged answers", () => existsSync(`${this.dir}/run/munge.sock`));
    this.#makeDatabase();
    this.begin("mariadb");
    await until("MariaDB answers", () => answers(this.ports.mariadb));
    this.begin("slurmdbd");
    await until("slurmdbd answers", () => answers(this.ports.slurmdbd));
    this.begin("slurmctld");
    await until("slurmctld answers", () => this.isUp());
    for (const node of this.nodes) this.begin(node);
    this.run("sacctmgr", "-i", "add", "account", "millrace");
    this.run("sacctmgr", "-i", "add", "user", "games", "account=millrace");
    this.begin("slurmrestd");
    await until("slurmrestd answers", () => answers(this.ports.slurmrestd));
    await until(
      "all nodes are idle",
      () => this.run("sinfo", "-h", "-N", "-t", "idle").split("\n").length > this.nodes.length,
    );
  }

  /** Ends every process of the lab, including its jobs, and removes its folder. */
  async stop() {
    await until("all of the lab has ended", () => {
      const left = this.processes();
      for (const pid of left) signal(pid, "SIGKILL");
      return left.length === 0;
    });
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * Process ids of the lab: its daemons' arguments contain its folder, and its jobs' environment the cluster's name.
   */
  processes() {
    const marks = [`SLURM_CONF=${this.dir}/`, `SLURM_CLUSTER_NAME=${this.cluster}\0`];
    return readdirSync("/proc").filter(
      (pid) => /^\d+$/.test(pid) && pid !== String(process.pid) && hasMark(pid, marks),
    );
  }

  /** Starts one daemon: munged, mariadb, slurmdbd, slurmctld, slurmrestd, or a node. */
  begin(name) {
    const { command, args, env = {} } = this.#command(name);
    const out = openSync(`${this.dir}/log/${name}.out`, "a");
    const child = spawn(command, args, {
      env: { ...this.environment, ...env },
      stdio: ["ignore", out, out],
      detached: true,
    });
    child.once("error", () => {});
    child.unref();
    writeFileSync(`${this.dir}/run/${name}.pid`, String(child.pid));
  }

  /** Sends a signal to one daemon; waits for its end if the signal ends it. */
  async signal(name, which = "SIGKILL") {
    const pid = readFileSync(`${this.dir}/run/${name}.pid`, "utf8");
    signal(pid, which);
    if (which === "SIGKILL" || which === "SIGTERM")
      await until(`${name} has ended`, () => !hasMark(pid, ["SLURM_CONF="]));
  }

  /** True once slurmctld answers. */
  isUp() {
    try {
      return this.run("scontrol", "ping").includes("is UP");
    } catch {
      return false;
    }
  }

  /** The last log lines of each daemon. */
  logs() {
    const names = readdirSync(`${this.dir}/log`);
    return names.map((name) => `${name}: ${readFileSync(`${this.dir}/log/${name}`, "utf8").slice(-500)}`).join("\n");
  }

  /** Runs one of Slurm's own commands as root and returns what it printed. */
  run(program, ...args) {
    return execFileSync(program, args, { env: this.environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Makes a token for slurmrestd. */
  token(user = "games", seconds = 36_000) {
    return this.run("scontrol", "token", `username=${user}`, `lifespan=${seconds}`).trim().replace("SLURM_JWT=", "");
  }

  get environment() {
    // The guard of a test run ends remaining processes by that name; the lab has its own keeper.
    const { MILLRACE_TEST_RUN: _, ...env } = process.env;
    return { ...env, PATH: SYSTEM_PATH, SLURM_CONF: `${this.dir}/slurm.conf` };
  }

  #write() {
    for (const name of ["", "munge", "ctld", "spool", "sql", "run", "log"])
      mkdirSync(`${this.dir}/${name}`, { recursive: true, mode: 0o755 });
    // With the mode that mkdtemp sets, no job could read it.
    chmodSync(this.dir, 0o755);
    chmodSync(`${this.dir}/run`, 0o1777);
    writeFileSync(`${this.dir}/munge/key`, randomBytes(1024), { mode: 0o400 });
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "munge"], { encoding: "utf8" })));
    for (const path of ["munge", "munge/key"]) chownSync(`${this.dir}/${path}`, uid, gid);
    chmodSync(`${this.dir}/munge`, 0o700);
    writeFileSync(`${this.dir}/jwt.key`, randomBytes(32), { mode: 0o600 });
    // Devices, like /dev/null: with plain files Slurm gives a job no numbers.
    for (let index = 0; index < 8; index += 1)
      execFileSync("mknod", ["-m", "666", `${this.dir}/gpu${index}`, "c", "1", "3"]);
    const { dir, cluster, ports, nodes, settings } = this;
    for (const [name, text] of Object.entries(
      labFiles({ dir, cluster, ports, nodes, settings, host: hostShortName(), release: this.#release() }),
    ))
      writeFileSync(`${dir}/${name}`, text, { mode: name === "slurmdbd.conf" ? 0o600 : 0o644 });
  }

  /** Slurm's year: 22 for 22.05. */
  #release() {
    return Number(/(\d+)\./.exec(this.run("slurmctld", "-V"))?.[1]);
  }

  /** The server's package has no script that creates a database: its tables are fed to the server itself. */
  #makeDatabase() {
    // Their folder and names in Debian 12 and 13.
    const [tables = ""] = ["mysql", "mariadb"].filter((name) =>
      existsSync(`/usr/share/${name}/${name}_system_tables.sql`),
    );
    const input = [
      "create database if not exists mysql;\nuse mysql;\n",
      ...["", "_data"].map((part) => readFileSync(`/usr/share/${tables}/${tables}_system_tables${part}.sql`, "utf8")),
      "flush privileges;\ncreate database slurm_acct;\ncreate user slurm@'127.0.0.1' identified by 'slurm';\n",
      "grant all on slurm_acct.* to slurm@'127.0.0.1';\n",
    ].join("\n");
    const { command, args } = this.#command("mariadb");
    execFileSync(command, [...args, "--bootstrap"], {
      env: this.environment,
      input,
      // What it says is the message of a failure.
      stdio: ["pipe", "ignore", "pipe"],
    });
  }

  #command(name) {
    const { dir, ports } = this;
    const as = (user, group, ...rest) => ({
      command: "setpriv",
      args: ["--reuid", user, "--regid", group, "--clear-groups", ...rest],
    });
    const munge = ["key", "pid", "log", "seed"].map((file) => `--${file}-file=${dir}/munge/${file}`);
    if (name === "munged")
      return as("munge", "munge", "munged", "--foreground", "--force", `--socket=${dir}/run/munge.sock`, ...munge);
    if (name === "mariadb") return { command: "mariadbd", args: mariadbArgs(dir, ports.mariadb) };
    if (name === "slurmdbd") return { command: "slurmdbd", args: ["-D"], env: { SLURM_CONF: `${dir}/slurmdbd.conf` } };
    if (name === "slurmctld") return { command: "slurmctld", args: ["-D", "-i"] };
    // It refuses to run as root or SlurmUser, because it acts for its callers.
    if (name === "slurmrestd")
      return {
        ...as("nobody", "nogroup", "slurmrestd", "-a", "rest_auth/jwt", `127.0.0.1:${ports.slurmrestd}`),
        env: { SLURM_JWT: "daemon" },
      };
    return { command: "slurmd", args: ["-D", "-N", name] };
  }
}

function mariadbArgs(dir, port) {
  return [
    "--no-defaults",
    `--datadir=${dir}/sql`,
    "--user=root",
    `--port=${port}`,
    "--bind-address=127.0.0.1",
    `--socket=${dir}/run/sql.sock`,
    "--skip-log-bin",
    "--skip-name-resolve",
    "--innodb-buffer-pool-size=64M",
    "--innodb-log-file-size=16M",
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-lock-wait-timeout=900",
    // The kernel's places for asynchronous writes are shared by all labs and containers of the machine.
    "--innodb-use-native-aio=0",
    "--log-warnings=0",
  ];
}

/**
 * Starts a keeper of a lab: a process that outlives this one, and stops the lab when this one ends in any way.
 * @returns a function that stops the lab and waits for that.
 */
export function keep(lab) {
  const program = fileURLToPath(new URL("slurm.mjs", import.meta.url));
  const env = { ...lab.environment, SLURM_LAB: lab.dir, SLURM_LAB_PORT: String(lab.port) };
  delete env.SLURM_CONF;
  const keeper = spawn(process.execPath, [program, "keep"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  keeper.unref();
  keeper.stdin.unref();
  return async () => {
    const ended = new Promise((resolve) => keeper.once("exit", resolve));
    keeper.ref();
    keeper.stdin.end();
    await ended;
  };
}

/** Finds free ports for a lab of three nodes. Files that run at the same time have a `lane` each, of three. */
export async function freePorts(lane = 0) {
  for (let port = FIRST_PORT + lane * PORTS; port < LAST_PORT; port += LANES * PORTS) {
    const taken = await Promise.all(Array.from({ length: PORTS }, (_, index) => answers(port + index)));
    if (!taken.includes(true)) return port;
  }
  throw new Error("no ports are free");
}

function hostShortName() {
  return hostname().split(".")[0];
}

function findPlugin() {
  const folders = ["/usr/lib/slurm-wlm", ...readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/slurm-wlm`)];
  return folders.some((folder) => existsSync(`${folder}/${JWT_PLUGIN}`));
}

function hasMark(pid, marks) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    return marks.some((mark) => environment.includes(mark));
  } catch {
    return false;
  }
}

function signal(pid, which) {
  try {
    process.kill(Number(pid), which);
  } catch {
    // It has just ended.
  }
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (answer) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", end(true)).once("error", end(false));
  });
}

async function until(what, ask) {
  const startedMs = performance.now();
  while (!(await ask())) {
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
