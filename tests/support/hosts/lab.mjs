import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { userInfo } from "node:os";
import {
  ADDRESSES,
  DATABASES,
  etcdArguments,
  haproxyOfApp,
  haproxyOfBalancer,
  PASSWORDS,
  patroniFile,
} from "./lab-files.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const PATIENCE_MS = 120_000;
const ASK_EVERY_MS = 100;
/** Namespaces and the cluster of Patroni have names of their own, so that a lab finds its parts again. */
const OWN = "millrace-";
/** It owns the files of the databases, and PostgreSQL refuses to run as root. */
const DATABASE_USER = "postgres";
/** Room of each database host, in MiB: small enough to fill it. */
const DISK_MIB = 900;
const SECRET = "three-hosts-three-hosts-three-hosts-thre";
export const ORIGIN = `http://${ADDRESSES.balancer}:8080`;

/** The packages as named in Debian 12. */
export const PACKAGES = "patroni etcd-server python3-etcd haproxy postgresql";
const PROGRAMS = ["patroni", "etcd", "haproxy", "ip"];

/**
 * The layout that docs/deploying.md recommends, on this machine: three database hosts with Patroni and etcd, two hosts
 * with web and a worker, and a balancer, each in a network namespace of its own. Nothing outside them is changed. The
 * agent of the demo's nodes runs at the balancer. It needs root.
 */
export class HostsLab {
  /**
   * @param {{ dir: string, version?: string }} options
   * `version`: the folder of the version of Millrace to begin with; this one unless it is given.
   */
  constructor({ dir, version = root }) {
    this.dir = dir;
    /** The folder of each host's version. */
    this.versions = Object.fromEntries(Object.keys(ADDRESSES).map((host) => [host, version]));
  }

  /** The reason why a lab cannot run here; empty: it can. */
  static lacks() {
    if (userInfo().uid !== 0) return "it needs root";
    const folders = `${process.env.PATH}:/usr/sbin:/sbin`.split(":");
    const missing = PROGRAMS.find((name) => !folders.some((folder) => existsSync(`${folder}/${name}`)));
    return missing ? `${missing} is not installed (apt-get install -y --no-install-recommends ${PACKAGES})` : "";
  }

  async start() {
    rmSync(this.dir, { recursive: true, force: true });
    mkdirSync(this.dir, { recursive: true, mode: 0o755 });
    this.#makeNetwork();
    for (const host of DATABASES) this.#makeDisk(host);
    for (const host of DATABASES) this.begin(host, "etcd");
    await this.until("etcd answers", () => this.try(DATABASES[0], "etcdctl", "endpoint", "health"));
    for (const host of DATABASES) this.begin(host, "patroni");
    await this.until("three database hosts run, one of them in step", () => {
      const members = this.members();
      return members.length === 3 && members.some(({ role }) => role === "sync_standby");
    });
    for (const host of ["app1", "app2"]) this.begin(host, "router");
    this.begin("balancer", "balancer");
    // At first it takes all servers to be up.
    let right = 0;
    await this.until("the router leads to the primary alone", () => {
      right = this.sql("select pg_is_in_recovery()") === "f" ? right + 1 : 0;
      return right >= 2 * DATABASES.length;
    });
    this.primarySql(`create role millrace login superuser password 'millrace'`, "postgres");
    this.primarySql("create database millrace owner millrace", "postgres");
    this.bun("app1", ["prisma/migrate.ts"]);
    this.bun("app1", ["prisma/seed.ts", `${this.dir}/nodes.json`]);
    for (const host of ["app1", "app2"]) for (const part of ["web", "worker"]) this.begin(host, part);
    await this.until("all of it is ready", () => this.try("balancer", "curl", "-sf", "-m", "2", `${ORIGIN}/readyz`));
    this.begin("balancer", "agent");
  }

  /** Ends every process of the lab and removes its namespaces and its folder. */
  async stop() {
    for (const host of Object.keys(ADDRESSES)) this.kill(host);
    await this.until("all of the lab has ended", () =>
      Object.keys(ADDRESSES).every((host) => this.processes(host).length === 0),
    );
    for (const host of Object.keys(ADDRESSES)) quietly("ip", "netns", "del", OWN + host);
    for (const host of DATABASES) quietly("umount", "-l", `${this.dir}/${host}`);
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** Starts a part on a host: etcd, patroni, router, balancer, web, worker, agent. */
  begin(host, part) {
    const { command, args, user, env = {} } = this.#command(host, part);
    const out = openSync(`${this.dir}/${host}-${part}.log`, "a");
    const as = user ? ["setpriv", "--reuid", user, "--regid", user, "--init-groups"] : [];
    const child = spawn("ip", ["netns", "exec", OWN + host, ...as, command, ...args], {
      cwd: this.versions[host],
      env: { ...this.environment, ...env },
      stdio: ["ignore", out, out],
      detached: true,
    });
    child.once("error", () => {});
    child.unref();
  }

  /** Starts a host again as its supervisor would, after `kill`. */
  revive(host) {
    if (DATABASES.includes(host)) for (const part of ["etcd", "patroni"]) this.begin(host, part);
    else if (host.startsWith("app")) for (const part of ["router", "web", "worker"]) this.begin(host, part);
  }

  /** Ends every process of a host at once, as a loss of power does. */
  kill(host, which = "SIGKILL", matching = /./) {
    for (const pid of this.processes(host)) if (matching.test(commandOf(pid))) signal(pid, which);
  }

  /** Process ids in a host's namespace. */
  processes(host) {
    const own = namespaceOf(host);
    if (own === null) return [];
    return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && linkOf(pid) === own);
  }

  /**
   * Replaces the version of a host by this one, as an operator does: its parts end in order, the tables are migrated, and
   * the new parts start.
   */
  async upgrade(host) {
    const parts = /app\/server|worker\/main|worker\/agent\/main/;
    this.kill(host, "SIGTERM", parts);
    await this.until(
      `the parts of ${host} have ended`,
      () => !this.processes(host).some((pid) => parts.test(commandOf(pid))),
    );
    this.versions[host] = root;
    if (host === "balancer") return this.begin(host, "agent");
    this.bun(host, ["prisma/migrate.ts"]);
    for (const part of ["web", "worker"]) this.begin(host, part);
    const address = `http://${ADDRESSES[host]}:3000/readyz`;
    await this.until(`${host} is ready`, () => this.try("balancer", "curl", "-sf", "-m", "2", address));
  }

  /**
   * Cuts a host off from the network, or from some hosts only, in both directions.
   * @param {string} host
   * @param {string[] | null} from
   */
  cut(host, from = null) {
    if (from === null) return this.#link(host, "down");
    for (const other of from) this.run(host, "ip", "route", "add", "blackhole", `${ADDRESSES[other]}/32`);
  }

  /**
   * Ends what `cut` began.
   * @param {string} host
   * @param {string[] | null} from
   */
  mend(host, from = null) {
    if (from === null) return this.#link(host, "up");
    for (const other of from) this.run(host, "ip", "route", "del", "blackhole", `${ADDRESSES[other]}/32`);
  }

  fillDisk(host) {
    quietly("dd", "if=/dev/zero", `of=${this.dir}/${host}/ballast`, "bs=1M", "status=none");
  }

  emptyDisk(host) {
    rmSync(`${this.dir}/${host}/ballast`, { force: true });
  }

  /** The members that Patroni sees: name, role, state. */
  members() {
    for (const host of DATABASES) {
      try {
        const { members } = JSON.parse(
          this.run(host, "curl", "-sf", "-m", "2", `http://${ADDRESSES[host]}:8008/cluster`),
        );
        return members;
      } catch {
        // Another host knows.
      }
    }
    return [];
  }

  primary() {
    return this.members().find(({ role }) => role === "leader")?.name ?? null;
  }

  /** Moves the primary in order. */
  switchOver() {
    const from = this.primary();
    this.#move("switchover", { leader: from, candidate: this.inStep() });
  }

  /** Makes the host in step the primary, whatever the present one does. */
  failOver() {
    this.#move("failover", { candidate: this.inStep() });
  }

  /** The host whose disk has everything that was acknowledged. */
  inStep() {
    return this.members().find(({ role }) => role === "sync_standby")?.name ?? null;
  }

  #move(how, wish) {
    const asked = ["curl", "-s", "-m", "30", "-XPOST", "-d", JSON.stringify(wish)];
    this.run(wish.candidate, ...asked, `http://${ADDRESSES[wish.candidate]}:8008/${how}`);
  }

  /** Asks the primary through a host's router; null if it does not answer. */
  sql(text, host = "app1", database = "postgres") {
    try {
      const url = `postgres://postgres:${PASSWORDS.superuser}@127.0.0.1:5000/${database}`;
      return this.run(host, "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", text, url).trim();
    } catch {
      return null;
    }
  }

  primarySql(text, database = "millrace") {
    const url = `postgres://postgres:${PASSWORDS.superuser}@127.0.0.1:5000/${database}`;
    const psql = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", "-", url];
    return execFileSync("ip", ["netns", "exec", `${OWN}app1`, ...psql], {
      env: this.environment,
      encoding: "utf8",
      // A list of thousands is too long for an argument.
      input: text,
    }).trim();
  }

  run(host, ...command) {
    return execFileSync("ip", ["netns", "exec", OWN + host, ...command], {
      env: this.environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  try(host, ...command) {
    try {
      this.run(host, ...command);
      return true;
    } catch {
      return false;
    }
  }

  /** Runs a program of the product on a host to its end. */
  bun(host, args) {
    return execFileSync(
      "ip",
      ["netns", "exec", OWN + host, `${this.versions[host]}/node_modules/.bin/bun`, "--no-env-file", ...args],
      {
        cwd: this.versions[host],
        env: { ...this.environment, ...this.productEnvironment(host) },
        encoding: "utf8",
        maxBuffer: 2 ** 28,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
  }

  get environment() {
    return { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: this.dir, ETCDCTL_API: "3", LANG: "C.UTF-8" };
  }

  productEnvironment(host) {
    const address = ADDRESSES[host];
    return {
      ...{ NODE_ENV: "production", MILLRACE_DEMO: "1", MILLRACE_DEMO_TRAFFIC: "0", DEMO_USAGE: "0" },
      ...{ DATABASE_URL: "postgres://millrace:millrace@127.0.0.1:5000/millrace", MILLRACE_SECRET: SECRET },
      ...{ HOST: address, PORT: "3000", WORKER_PORT: "3001", WORKER_URL: `http://${address}:3001` },
      ...{ APP_ORIGIN: ORIGIN, LIVE_ORIGIN: ORIGIN, TRUSTED_PROXIES: "1", WORKER_THREADS: "2" },
      ...{ RATE_KEY_PER_MIN: "100000", RATE_RESERVE_PER_MIN: "100000", RATE_USAGE_PER_MIN: "100000" },
      ...{ MILLRACE_DATA_DIR: `${this.dir}/${host}-data` },
    };
  }

  async until(what, ask) {
    const startedMs = performance.now();
    while (!(await ask())) {
      if (performance.now() - startedMs > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }

  #makeNetwork() {
    for (const host of Object.keys(ADDRESSES)) execFileSync("ip", ["netns", "add", OWN + host]);
    this.run("balancer", "ip", "link", "add", "bridge", "type", "bridge");
    this.run("balancer", "ip", "addr", "add", `${ADDRESSES.balancer}/24`, "dev", "bridge");
    for (const link of ["lo", "bridge"]) this.run("balancer", "ip", "link", "set", link, "up");
    for (const host of Object.keys(ADDRESSES).filter((name) => name !== "balancer")) {
      this.run("balancer", "ip", "link", "add", host, "type", "veth", "peer", "name", "eth0", "netns", OWN + host);
      this.run("balancer", "ip", "link", "set", host, "master", "bridge", "up");
      this.run(host, "ip", "addr", "add", `${ADDRESSES[host]}/24`, "dev", "eth0");
      for (const link of ["lo", "eth0"]) this.run(host, "ip", "link", "set", link, "up");
    }
  }

  #link(host, state) {
    this.run("balancer", "ip", "link", "set", host, state);
  }

  #makeDisk(host) {
    const dir = `${this.dir}/${host}`;
    mkdirSync(dir);
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0755`, "millrace-lab", dir]);
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, DATABASE_USER], { encoding: "utf8" })),
    );
    for (const part of ["postgres", "etcd"]) {
      mkdirSync(`${dir}/${part}`, { mode: 0o700 });
      chownSync(`${dir}/${part}`, uid, gid);
    }
    writeFileSync(`${this.dir}/${host}.yaml`, patroniFile(host, dir));
  }

  #command(host, part) {
    const bun = `${this.versions[host]}/node_modules/.bin/bun`;
    const product = (file) => ({ command: bun, args: ["--no-env-file", file], env: this.productEnvironment(host) });
    if (part === "etcd")
      return { command: "etcd", args: etcdArguments(host, `${this.dir}/${host}/etcd/data`), user: DATABASE_USER };
    if (part === "patroni") return { command: "patroni", args: [`${this.dir}/${host}.yaml`], user: DATABASE_USER };
    if (part === "router" || part === "balancer") {
      const file = `${this.dir}/${host}-haproxy.cfg`;
      writeFileSync(file, part === "router" ? haproxyOfApp() : haproxyOfBalancer());
      return { command: "haproxy", args: ["-db", "-f", file] };
    }
    if (part === "web") return product("app/server.ts");
    if (part === "worker") return product("worker/main.ts");
    const env = {
      ...{ MILLRACE_URL: ORIGIN, MILLRACE_LIVE_URL: ORIGIN, MILLRACE_DEMO_NODES: `${this.dir}/nodes.json` },
      ...{ MILLRACE_DATA_DIR: `${this.dir}/agent`, NODE_ENV: "production" },
    };
    return { command: bun, args: ["--no-env-file", "worker/agent/main.ts"], env };
  }
}

function namespaceOf(host) {
  try {
    const inode = execFileSync("stat", ["-L", "-c", "%i", `/run/netns/${OWN}${host}`], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return `net:[${inode.trim()}]`;
  } catch {
    return null;
  }
}

function linkOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return null;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function signal(pid, which) {
  try {
    process.kill(Number(pid), which);
  } catch {
    // It has just ended.
  }
}

function quietly(...command) {
  try {
    execFileSync(command[0], command.slice(1), { stdio: "ignore" });
  } catch {
    // Nothing to remove.
  }
}
