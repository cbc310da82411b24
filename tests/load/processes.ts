import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Queryable } from "~/platform/db.server";
import { findFreePort } from "../../worker/up/ports";

const READY_WITHIN_MS = 60_000;
const TICKS_PER_SECOND = 100;

export interface Server {
  origin: string;
  pid: number;
  stop: () => Promise<void>;
}

interface Ports {
  web: number;
  worker: number;
}

export async function choosePorts(): Promise<Ports> {
  return { web: await findFreePort(), worker: await findFreePort() };
}

/** Web as `npm run web` runs it, on a migrated database. */
export async function startWeb(databaseUrl: string, ports: Ports): Promise<Server> {
  return await start(["app/server.ts"], databaseUrl, ports, `http://127.0.0.1:${ports.web}`, "/healthz");
}

/** The worker as `npm run worker` runs it. */
export async function startWorker(databaseUrl: string, ports: Ports): Promise<Server> {
  return await start(["worker/main.ts"], databaseUrl, ports, `http://127.0.0.1:${ports.worker}`, "/socket.io/");
}

/** Seconds of processor time, in user and system, that a process has used so far. */
export function processorSeconds(pid: number): number {
  const { own } = readTimes(pid);
  return own / TICKS_PER_SECOND;
}

/** The process of the PostgreSQL server on this machine that has this session. */
export async function databaseServer(connection: Queryable): Promise<number> {
  const [session] = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
  return readTimes(session?.pid ?? 0).parent;
}

/** Seconds of processor time of a PostgreSQL server: of all its processes, ended ones too. */
export function databaseSeconds(server: number): number {
  const { own, ended } = readTimes(server);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesIfAlive(Number(name)))
    .reduce((sum, times) => (times?.parent === server ? sum + times.own : sum), 0);
  return (own + ended + children) / TICKS_PER_SECOND;
}

/** Clock ticks of a process, and of its children that have ended. */
function readTimes(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").map(Number) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
}

/** A process may end between the listing of all and the reading of its own file. */
function timesIfAlive(pid: number): ReturnType<typeof readTimes> | null {
  try {
    return readTimes(pid);
  } catch {
    return null;
  }
}

async function start(args: string[], databaseUrl: string, ports: Ports, origin: string, path: string): Promise<Server> {
  const child = spawn("node_modules/.bin/bun", args, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      MILLRACE_DEMO: "1",
      MILLRACE_SECRET: "benchmarks-only-benchmarks-only-benchmarks",
      DATABASE_URL: databaseUrl,
      PORT: String(ports.web),
      WORKER_PORT: String(ports.worker),
      LOG_LEVEL: "error",
      RATE_KEY_PER_MIN: "100000000",
      RATE_PUBLIC_PER_MIN: "100000000",
      RATE_RESERVE_PER_MIN: "100000000",
      RATE_USAGE_PER_MIN: "100000000",
      RATE_HANDSHAKES_PER_MIN: "100000000",
      SOCKETS_PER_USER: "100000000",
      SOCKETS_PER_NETWORK: "100000000",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilItAnswers(`${origin}${path}`, child);
  return { origin, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
