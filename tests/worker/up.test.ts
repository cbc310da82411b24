import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
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
import { RunFile } from "../../worker/up/run-file";
import { readSettings } from "../../worker/up/settings";
import { until } from "../support/until";

let dir = "";

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
  expect(readSettings({ PORT: "4000" })).toMatchObject({ port: 4000, workerPort: 4001 });
  expect(() => readSettings({ PORT: "http" })).toThrow("PORT must be a TCP port");
});

test("the payment sandbox runs in the demo alone, beside whoever has its port already", async () => {
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

test("the payment sandbox learns no secret of the product, and an agent none of payments", () => {
  const env = { MILLRACE_SECRET: "s", DATABASE_URL: "d", ...sandboxNotice("http://127.0.0.1:4002", "w") };
  const given = sandboxEnvironment(env, "http://127.0.0.1:4000");
  expect(given).toEqual({
    DATABASE_URL: "d",
    STRIPE_WEBHOOK_SECRET: "whsec_w",
    SANDBOX_STRIPE_PORT: "4002",
    SANDBOX_WEBHOOK_URL: "http://127.0.0.1:4000/webhooks/stripe",
  });
  const agent = agentEnvironment({ env, nodesFile: "n", stateDir: "s", workerPort: 4001 });
  expect(Object.keys(agent).filter((name) => /STRIPE|SECRET|DATABASE/.test(name))).toEqual([]);
});

test("the secret is made once and readable by its owner only", async () => {
  const file = join(dir, "secret");
  const made = await keptSecret(file);
  expect(Buffer.from(made, "base64url")).toHaveLength(32);
  expect(await keptSecret(file)).toBe(made);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("the embedded database keeps what was committed, its port and its address over kill -9", async () => {
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

test("a second start ends the server that a killed supervisor left behind", async () => {
  const where = { dir: join(dir, "leftover", "postgres") };
  const left = await startPostgres(where);
  const gone = new Promise((resolve) => left.process.once("exit", resolve));
  const next = await startPostgres(where);
  await gone;
  expect(await onDatabase(next.urlOf("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("a part that dies is started again and a line says so; a stopped one stays away", async () => {
  const said: string[] = [];
  const pids: (number | null)[] = [];
  const child = new Child({
    name: "part",
    args: ["-e", "setInterval(() => {}, 1000)"],
    env: { ...process.env },
    logFile: join(dir, "part.log"),
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

test("processes of a killed run are ended by the next start, those of other folders are left alone", async () => {
  const ours = startSleeper(dir);
  const others = startSleeper("/somewhere/else");
  const before = new RunFile(join(dir, "run.json"));
  before.note("web", await ours.pid);
  before.note("worker", await others.pid);
  await until("the written file", async () =>
    (await readFile(join(dir, "run.json"), "utf8").catch(() => "")).includes("worker"),
  );
  await new RunFile(join(dir, "run.json")).takeOver();
  await until("the end of ours", () => ours.ended());
  expect(others.ended()).toBe(false);
  await others.child.stop();
});

function startSleeper(dataDir: string) {
  const pids: (number | null)[] = [];
  const child = new Child({
    name: "sleeper",
    args: ["-e", "setInterval(() => {}, 1000)"],
    env: { ...process.env, MILLRACE_DATA_DIR: dataDir },
    logFile: join(dir, "sleeper.log"),
    say: () => void child.stop(),
    noted: (_, pid) => pids.push(pid),
  });
  child.start();
  return { child, pid: until("its id", () => pids[0]), ended: () => pids.includes(null) };
}

async function onDatabase(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
