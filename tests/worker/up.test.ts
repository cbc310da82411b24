import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentEnvironment } from "../../worker/up/agent-environment";
import { Child } from "../../worker/up/child";
import { keptSecret } from "../../worker/up/kept-secret";
import { sandboxEnvironment, sandboxNotice, sandboxOrigin } from "../../worker/up/payment-sandbox";
import { startPostgres } from "../../worker/up/postgres";
import { Restarts } from "../../worker/up/restarts";
import { readSettings } from "../../worker/up/settings";
import { until } from "../support/until";

let dir = "";
const logLimits = { fileBytes: 2 ** 20, files: 2 };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "millrace-up-"));
});

afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

test("demo mode is for loopback without payment keys only", () => {
  expect(readSettings({}).demo).toBe(true);
  const real = [{ HOST: "0.0.0.0" }, { STRIPE_SECRET_KEY: "sk_test_1" }, { MILLRACE_DEMO: "0" }];
  for (const given of real) {
    expect(readSettings({ ...given, APP_ORIGIN: "https://cloud.example.com" }).demo).toBe(false);
    expect(() => readSettings(given)).toThrow("Set APP_ORIGIN");
  }
  const off = ["0", "false", "off", "no", "FALSE"];
  for (const word of off) expect(() => readSettings({ MILLRACE_DEMO: word })).toThrow("Set APP_ORIGIN");
  for (const word of ["1", "true", "yes", ""]) expect(readSettings({ MILLRACE_DEMO: word }).demo).toBe(true);
  for (const name of ["MILLRACE_DEMO", "MILLRACE_END_TASKS_ON_STOP"])
    expect(() => readSettings({ [name]: '"0"' })).toThrow(`${name} must be 1 or 0, not ""0""`);
  expect(readSettings({ MILLRACE_END_TASKS_ON_STOP: "true" }).endTasksOnStop).toBe(true);
  for (const given of ["example.com", "localhost:3000", '"https://example.com"'])
    expect(() => readSettings({ APP_ORIGIN: given })).toThrow(
      `APP_ORIGIN must be an address such as https://cloud.example.com, not "${given}"`,
    );
  for (const name of ["HOST", "MILLRACE_DATA_DIR", "DATABASE_URL"])
    for (const quote of [`"`, `'`])
      expect(() => readSettings({ [name]: `${quote}value${quote}` })).toThrow(`${name} is in quotes. Leave them out.`);
  for (const dir of ["~/millrace", "$HOME/millrace", "/srv/millrace\nPORT=3210", '"/srv/mill'])
    expect(() => readSettings({ MILLRACE_DATA_DIR: dir })).toThrow("MILLRACE_DATA_DIR must be a path as it is");
  const fromWindows = { MILLRACE_DATA_DIR: "/srv/millrace\r", HOST: "\r", MILLRACE_DEMO: "\r", APP_ORIGIN: " \r" };
  expect(readSettings(fromWindows)).toMatchObject({ dataDir: "/srv/millrace", host: "127.0.0.1", demo: true });
  expect(readSettings({ MILLRACE_DATA_DIR: "\r" }).dataDir).toMatch(/\/\.millrace$/);
  expect(readSettings({ PORT: "4000" })).toMatchObject({ port: 4000, workerPort: 4001 });
  expect([readSettings({}).webProcesses, readSettings({ WEB_PROCESSES: "4" }).webProcesses]).toEqual([1, 4]);
  expect(() => readSettings({ WEB_PROCESSES: "0" })).toThrow("WEB_PROCESSES must be a whole number from 1");
  expect(() => readSettings({ PORT: "http" })).toThrow("PORT must be a TCP port");
});

test("a folder has one path, also through links and before it is there: by it a start finds what a killed one left", async () => {
  const real = join(dir, "real");
  await mkdir(real);
  await symlink(real, join(dir, "link"));
  const dirOf = (path: string) => readSettings({ MILLRACE_DATA_DIR: join(dir, path) }).dataDir;
  expect([dirOf("link"), dirOf("link/new/one")]).toEqual([dirOf("real"), dirOf("real/new/one")]);
});

test("the payment sandbox runs only in the demo, and on another port if its own is taken", async () => {
  const wanted = readSettings({ PORT: "4000" }).paymentsPort;
  expect(wanted).toEqual({ port: 4002, insist: false });
  expect(readSettings({ SANDBOX_STRIPE_PORT: "4100" }).paymentsPort).toEqual({ port: 4100, insist: true });
  const real = { STRIPE_SECRET_KEY: "sk_test_1", APP_ORIGIN: "https://cloud.example.com" };
  expect(readSettings(real).paymentsPort).toBeNull();

  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  expect(await sandboxOrigin({ port, insist: false, taken: [] })).not.toContain(`:${port}`);
  await expect(sandboxOrigin({ port, insist: true, taken: [] })).rejects.toThrow("Set SANDBOX_STRIPE_PORT");
  await new Promise((resolve) => server.close(resolve));
  expect(await sandboxOrigin({ port, insist: true, taken: [] })).toBe(`http://127.0.0.1:${port}`);
});

test("the payment sandbox gets no secret of the product, and an agent no secret of payments", () => {
  const env = {
    MILLRACE_SECRET: "s",
    DATABASE_URL: "d",
    ...sandboxNotice("http://127.0.0.1:4002", "w", "c"),
  };
  const given = sandboxEnvironment(env, "http://127.0.0.1:4000");
  expect(given).toEqual({
    DATABASE_URL: "d",
    STRIPE_WEBHOOK_SECRET: "whsec_w",
    SANDBOX_CONTROL_SECRET: "c",
    SANDBOX_STRIPE_PORT: "4002",
    SANDBOX_WEBHOOK_URL: "http://127.0.0.1:4000/webhooks/stripe",
  });
  const agent = agentEnvironment({ env, nodesFile: "n", stateDir: "s", workerPort: 4001 });
  expect(Object.keys(agent).filter((name) => /STRIPE|SECRET|DATABASE/.test(name))).toEqual([]);
});

test("the secret is created once and readable by its owner only", async () => {
  const file = join(dir, "secret");
  const made = await keptSecret(file);
  expect(Buffer.from(made, "base64url")).toHaveLength(32);
  expect(await keptSecret(file)).toBe(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("a damaged secret is reported in words, and replaced only if no stored data depends on it", async () => {
  const file = join(dir, "cut-secret");
  for (const damage of ["", "abc", "\0\u0001 garbage ".repeat(5)]) {
    await writeFile(file, damage);
    await expect(keptSecret(file)).rejects.toThrow(/is damaged.*Put back your copy.*Without one delete the file/);
    expect(await readFile(file, "utf8")).toBe(damage);
  }
  const made = await keptSecret(file, { remake: true });
  expect(await keptSecret(file)).toBe(made);
});

test("the embedded database keeps committed data, its port and its address over kill -9", async () => {
  const where = { dir: join(dir, "database", "postgres"), database: "kept" };
  const first = await startPostgres(where);
  await onDatabase(first.urlOf("kept"), "create table proof as select 42 as answer");
  const gone = new Promise((resolve) => first.process.once("exit", resolve));
  first.process.kill("SIGKILL");
  await gone;

  const second = await startPostgres(where);
  expect(await onDatabase(second.urlOf("kept"), "select answer from proof")).toEqual([{ answer: 42 }]);
  expect(second.urlOf("kept")).toBe(first.urlOf("kept"));
  await second.stop();
});

test("the embedded database does not take another program's port, even if it had that port before", async () => {
  const where = { dir: join(dir, "moving", "postgres") };
  const first = await startPostgres(where);
  await first.stop();
  const second = await startPostgres({ ...where, taken: [first.port] });
  expect(second.port).not.toBe(first.port);
  await second.stop();
});

test.each(["runs", "is frozen with its sessions"])(
  "a second start ends the server that a killed supervisor left behind, and that %s",
  async (how) => {
    const where = { dir: join(dir, `leftover ${how}`, "postgres") };
    const left = await startPostgres(where);
    if (how !== "runs") {
      const others = "select pid from pg_stat_activity where pid <> pg_backend_pid()";
      const sessions = (await onDatabase(left.urlOf("postgres"), others)) as { pid: number }[];
      for (const { pid } of sessions) process.kill(pid, "SIGSTOP");
      left.process.kill("SIGSTOP");
    }
    const gone = new Promise((resolve) => left.process.once("exit", resolve));
    const next = await startPostgres(where);
    await gone;
    expect(await onDatabase(next.urlOf("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
    await next.stop();
  },
);

test("a start leaves other programs alone that were given the database's folder", async () => {
  const where = { dir: join(dir, "copied", "postgres") };
  await (await startPostgres(where)).stop();
  const copy = spawn("tail", ["-f", join(where.dir, "PG_VERSION"), where.dir], { stdio: "ignore" });
  const ended = new Promise((resolve) => copy.once("exit", (_, signal) => resolve(signal)));
  const second = await startPostgres(where);
  copy.kill("SIGTERM");
  expect(await ended).toBe("SIGTERM");
  await second.stop();
});

test("a database that cannot be started is reported in words and leaves nothing behind", async () => {
  const where = { dir: join(dir, "words", "postgres") };
  await (await startPostgres(where)).stop();
  const version = join(where.dir, "PG_VERSION");
  await writeFile(version, "99\n");
  await expect(startPostgres(where)).rejects.toThrow(
    /was made by PostgreSQL 99, and this program brings [\d.]*\d: start the version .* Nothing was changed/,
  );
  await rm(version);
  await expect(startPostgres(where)).rejects.toThrow(/is damaged: its PG_VERSION is missing\. Put the folder back/);
  await writeFile(version, "18\n");
  const password = await readFile(`${where.dir}.password`, "utf8");
  await writeFile(`${where.dir}.password`, "");
  await expect(startPostgres(where)).rejects.toThrow("password in");
  await writeFile(`${where.dir}.password`, "another");
  await expect(startPostgres({ ...where, database: "some" })).rejects.toThrow("does not accept the password");
  await writeFile(`${where.dir}.password`, password);
  await writeFile(`${where.dir}.port`, "999999");
  await (await startPostgres({ ...where, database: "some" })).stop();
});

test.each(["initdb", "database"])("a start that is stopped at %s ends it, and the next one works", async (at) => {
  const stopping = new AbortController();
  const where = { dir: join(dir, `stopped-${at}`, "postgres") };
  const begun: number[] = [];
  const noted = (name: string, pid: number | null) => {
    if (pid !== null) begun.push(pid);
    if (pid !== null && name === at) stopping.abort();
  };
  await expect(startPostgres({ ...where, signal: stopping.signal, noted })).rejects.toThrow(/abort/i);
  expect(begun.length).toBeGreaterThan(0);
  for (const pid of begun) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  await (await startPostgres(where)).stop();
});

test("a part that dies is restarted with a line about it; a stopped one stays down", async () => {
  const said: string[] = [];
  const pids: (number | null)[] = [];
  const child = new Child({
    name: "part",
    args: ["-e", "setInterval(() => {}, 1000)"],
    env: { ...process.env },
    logFile: join(dir, "part.log"),
    logLimits,
    say: (line) => said.push(line),
    noted: (_, pid) => pids.push(pid),
  });
  child.start();
  process.kill((await until("a process", () => pids[0])) ?? 0, "SIGKILL");
  await until("another process", () => pids[2]);
  expect(said.join()).toContain("part ended (SIGKILL), starting it again");
  await child.stop();
  expect(pids).toEqual([expect.any(Number), null, expect.any(Number), null]);
});

test("a part that refuses explains it on the terminal, and one that breaks does so in its log", async () => {
  const saidOf = async (program: string) => {
    const said: string[] = [];
    const child = new Child({
      ...{ name: "part", args: ["-e", program], command: process.execPath, env: process.env },
      ...{ logFile: join(dir, "refusing.log"), logLimits, say: (line) => said.push(line), noted: () => {} },
    });
    child.start();
    await until("it ended", () => said[0]);
    await child.stop();
    return said[0];
  };
  const refuses = `console.log("begun"); console.error("no engine is here: install podman"); process.exit(1)`;
  expect(await saidOf(refuses)).toMatch(/^part ended \(code 1: no engine is here: install podman\), starting it again/);
  expect(await saidOf(`throw new Error("a bug")`)).toMatch(/^part ended \(code 1\), starting it again/);
});

test("a program that keeps exiting at once is reported in two lines, and each restart waits longer", () => {
  const said: string[] = [];
  const restarts = new Restarts("web", "its log is web.log", (line) => said.push(line));
  const waits = Array.from({ length: 8 }, () => restarts.ended("code 1", 10));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(said).toEqual([
    "web ended (code 1), starting it again; its log is web.log",
    "web keeps ending (code 1); it will be restarted every 15 s, without a line each time; its log is web.log",
  ]);
  // A part that had been well for a while is restarted at once, and reported.
  expect(restarts.ended("SIGKILL", 60_000)).toBe(0);
  expect(said[2]).toBe("web ended (SIGKILL), starting it again; its log is web.log");
});

async function onDatabase(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
