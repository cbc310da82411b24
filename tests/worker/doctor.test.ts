import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { backupTrouble } from "~/platform/read-backups.server";
import { TICK_NAMES } from "~/platform/ticks";
import { startSeverableProxy } from "../support/severable-proxy";
import { aNode, aTenant, theCatalogue } from "../support/world";
import type { Finding } from "../../worker/up/doctor/finding";
import { fingerprintOf } from "../../worker/up/kept-secret";
import type { Environment } from "../../worker/up/settings";
import { anotherDatabase, copyOf, dropOthers, run } from "./backup/databases";

const DATABASE_URL = process.env["DATABASE_URL"] ?? "";
const SECRET = "s".repeat(43);
const servers: Server[] = [];
let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "millrace-doctor-"));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await dropOthers();
});

/** A proxy's view: web's health check, and the answer of a socket server below /socket.io/. */
async function aProxy(tls?: { key: string; cert: string }, live = `{"code":0,"message":"Transport unknown"}`) {
  const answer: Parameters<typeof createServer>[1] = (request, response) =>
    void response.end(request.url?.startsWith("/socket.io/") ? live : `{"retcode":"OK"}`);
  const server = tls
    ? createTlsServer({ key: readFileSync(tls.key), cert: readFileSync(tls.cert) }, answer)
    : createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `${tls ? "https" : "http"}://localhost:${(server.address() as AddressInfo).port}`;
}

function aCertificate(name: string, days: number) {
  const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.pem`)];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", String(days)],
    ...["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-keyout", key, "-out", cert],
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  return { key, cert };
}

async function examine(env: Environment): Promise<{ code: number | null; of: (about: string) => Finding[] }> {
  const base = { DATABASE_URL, MILLRACE_SECRET: SECRET, MILLRACE_DATA_DIR: dir, NODE_ENV: "production" };
  // Other files of this process leave settings of their own.
  const settings = {
    SUPPORT_EMAIL: "us@cloud.example",
    METRICS_TOKEN: "m".repeat(16),
    MILLRACE_DEMO: "0",
    TASK_HOST: "",
  };
  const { code, said } = await run("doctor", ["--json"], { ...base, ...settings, ...env });
  const findings = JSON.parse(said) as Finding[];
  return { code, of: (about) => findings.filter((finding) => finding.about === about) };
}

const grave = (says: RegExp) => [{ grade: "critical", says: expect.stringMatching(says) as string }];

/** The ticks and the lease of a worker that runs, for as long as the doctor may take. */
async function aWorker(): Promise<void> {
  const ahead = "clock_timestamp() + interval '1 hour'";
  await db.query(
    `insert into job_tick (job, at, since) select unnest($1::text[]), ${ahead}, clock_timestamp()
     on conflict (job) do update set at = excluded.at`,
    [TICK_NAMES],
  );
  await db.query(
    `insert into job_lease (job, holder, session, fence, expires_at) values ('jobs:test', 'test', 1, 1, ${ahead})
     on conflict (job) do update set expires_at = excluded.expires_at`,
  );
}

test("a sound installation: every check is ok but those of what it lacks", async () => {
  const origin = await aProxy();
  await db.query("update installation set secret_fingerprint = $1, backup_at = now()", [fingerprintOf(SECRET)]);
  await aWorker();
  const { of } = await examine({ APP_ORIGIN: origin, LIVE_ORIGIN: origin });
  for (const about of ["web", "live", "clock", "sessions", "tables", "secret", "backups"])
    expect(of(about), about).toMatchObject([{ grade: "ok" }]);
  for (const about of ["worker", "payments"]) expect(of(about), about).toMatchObject([{ grade: "ok" }]);
  expect(of("settings").map(({ says }) => says)).toEqual([
    expect.stringMatching(/^SMTP_URL is not set/),
    expect.stringMatching(/^STRIPE_SECRET_KEY is not set/),
  ]);
});

test.each([
  ["at once", "full_page_writes", "database"],
  ["later", "secret_fingerprint", "secret"],
  ["at the questions about the product", "job_tick", "worker"],
])("a database that stops answering %s is told, and the doctor ends", async (_when, at, about) => {
  const proxy = await startSeverableProxy(DATABASE_URL, at);
  try {
    const { code, of } = await examine({ DATABASE_URL: proxy.url });
    expect(code).toBe(2);
    expect(of(about)).toMatchObject(grave(/^The database does not answer/));
  } finally {
    proxy.close();
  }
});

test("the text begins with the worst, says what to do, and the exit code is that of monitoring", async () => {
  const { code, said } = await run("doctor", [], {
    DATABASE_URL: "postgres://127.0.0.1:1/none",
    MILLRACE_DATA_DIR: dir,
  });
  expect(code).toBe(2);
  expect(said.split("\n")[0]).toMatch(/^CRITICAL {2}\w+/);
  expect(said).toMatch(/CRITICAL {2}database {5}It cannot be reached: .*\n +Check DATABASE_URL/);
});

test("settings that web and worker refuse are told in their words", async () => {
  const { code, of } = await examine({ STRIPE_SECRET_KEY: "nonsense", APP_ORIGIN: "https://cloud.example.com" });
  expect(code).toBe(2);
  expect(of("settings")).toMatchObject(grave(/STRIPE_SECRET_KEY must begin with sk_ or rk_/));
});

test("a public address without TLS, without LIVE_ORIGIN and without a proxy's count", async () => {
  const says = (await examine({ APP_ORIGIN: "http://cloud.invalid", LIVE_ORIGIN: "http://127.0.0.1:1" }))
    .of("settings")
    .map((finding) => finding.says);
  for (const name of [
    "passwords and cookies cross the network in clear",
    "LIVE_ORIGIN is http://127.0.0.1:1:",
    "TRUSTED_PROXIES is 0",
  ])
    expect(says).toContainEqual(expect.stringContaining(name));
});

test("a proxy that passes sockets to web, and one behind which nothing listens", async () => {
  const origin = await aProxy(undefined, "<html>This page does not exist</html>");
  const { of } = await examine({ APP_ORIGIN: "http://127.0.0.1:1", LIVE_ORIGIN: origin });
  expect(of("live")).toMatchObject(grave(/not answered by a worker/));
  expect(of("web")).toMatchObject(grave(/cannot be reached: nothing listens there/));
});

test("a certificate of an unknown authority, of another name, or about to end", async () => {
  const [good, other] = [aCertificate("localhost", 90), aCertificate("other", 90)];
  const look = async (tls: { key: string; cert: string }, trusted = tls.cert) => {
    const origin = await aProxy(tls);
    return (await examine({ APP_ORIGIN: origin, LIVE_ORIGIN: origin, NODE_EXTRA_CA_CERTS: trusted })).of("certificate");
  };
  expect(await look(good)).toMatchObject([{ grade: "ok" }]);
  expect(await look(good, "")).toMatchObject(grave(/not accepted: .*self.signed/i));
  expect(await look(aCertificate("localhost", 5))).toMatchObject([
    { grade: "warning", says: expect.stringMatching(/ends in [45] days/) as string },
  ]);
  expect(await look(other)).toMatchObject(grave(/not accepted: .*(altname|hostname)/i));
});

test("an empty database, one that lacks a migration, and one of a newer version", async () => {
  const [empty, older] = [await anotherDatabase("empty"), await anotherDatabase("migrated")];
  const newer = await copyOf(older.url);
  await older.query(
    `delete from _prisma_migrations where migration_name = (select max(migration_name) from _prisma_migrations)`,
  );
  await newer.query(
    `update _prisma_migrations set migration_name = '29990101000000_x' where migration_name = (select max(migration_name) from _prisma_migrations)`,
  );
  const look = async (url: string) =>
    (await examine({ DATABASE_URL: url, APP_ORIGIN: "http://127.0.0.1:1" })).of("tables");
  expect(await look(empty.url)).toMatchObject(grave(/The database is empty/));
  expect(await look(older.url)).toMatchObject(grave(/lacks a migration .* Run `npm run migrate`/));
  expect(await look(newer.url)).toMatchObject(grave(/made by a newer version/));
});

test("a database that can lose what it acknowledged, and another secret", async () => {
  const careless = await anotherDatabase("migrated");
  const name = new URL(careless.url).pathname.slice(1);
  await careless.query(`alter database ${name} set synchronous_commit = off`);
  await careless.query("update installation set secret_fingerprint = $1", [fingerprintOf("t".repeat(43))]);
  const { of } = await examine({ DATABASE_URL: careless.url, APP_ORIGIN: "http://127.0.0.1:1" });
  // The server of the tests itself gives up what a loss of power would cost.
  expect(of("database").map(({ says }) => says.split(":")[0])).toEqual([
    "fsync is off",
    "full_page_writes is off",
    "synchronous_commit is off",
  ]);
  expect(of("secret")).toMatchObject(grave(/the database was encrypted with/));
  expect(of("worker")).toMatchObject(grave(/does not run|No worker/));
  expect(of("backups")).toMatchObject(grave(/There is no backup/));
});

test("secrets that others can read, and a node that does not report or has another agent", async () => {
  await theCatalogue();
  await aNode({ health: "dead" });
  await db.query(`update node set agent_version = '0.0.1'`);
  writeFileSync(join(dir, "secret"), SECRET);
  chmodSync(join(dir, "secret"), 0o644);
  const { of } = await examine({ APP_ORIGIN: "http://127.0.0.1:1" });
  expect(of("secrets")).toMatchObject([
    { grade: "warning", says: expect.stringContaining(join(dir, "secret")) as string },
  ]);
  expect(of("agents").map(({ says }) => says)).toEqual([
    expect.stringMatching(/^1 node does not report: /),
    expect.stringMatching(/^1 agent has another version than /),
  ]);
});

test("a backup is noted where the dashboard looks for its age", async () => {
  await db.query("update installation set backup_at = null");
  expect(await run("backup", [join(dir, "one")], { DATABASE_URL })).toMatchObject({ code: 0 });
  const { of } = await examine({ APP_ORIGIN: "http://127.0.0.1:1" });
  expect(of("backups")).toMatchObject([{ grade: "ok" }]);
  await db.query(`update installation set backup_at = now() - interval '30 hours'`);
  expect((await examine({ APP_ORIGIN: "http://127.0.0.1:1" })).of("backups")).toMatchObject([
    { grade: "warning", says: "The newest backup is 30 hours old." },
  ]);
  rmSync(dir, { recursive: true });
});

test("the newest of backup and archive counts, and an archive that fails is worse than its age", () => {
  const now = new Date("2026-11-27T12:00:00Z");
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const none = { madeAt: null, archivedAt: null, failedAt: null, stalledSince: null };
  expect(backupTrouble(none, now)).toEqual({ says: "There is no backup", grave: true });
  expect(backupTrouble({ ...none, madeAt: ago(25) }, now)).toBeNull();
  expect(backupTrouble({ ...none, madeAt: ago(200), archivedAt: ago(1) }, now)).toBeNull();
  expect(backupTrouble({ ...none, madeAt: ago(72) }, now)).toEqual({
    says: "The newest backup is 3 days old",
    grave: false,
  });
  expect(backupTrouble({ ...none, archivedAt: ago(2), failedAt: ago(1) }, now)).toMatchObject({ grave: true });
});

test("what the payment provider refuses, with the permission, and automatic top-ups that rest", async () => {
  const tenant = await aTenant();
  await db.query(
    `insert into auto_top_up (tenant_id, state, state_at, updated_at, threshold_cents, cents, month_cap_cents)
     values ($1, 'watching', now(), now(), 500, 500, 500)`,
    [tenant.tenantId],
  );
  await db.query(`insert into audit_row (action, target) values ('database.restore', 'database')`);
  await db.query(
    `insert into provider_refusal (call, message, since, last_at)
     values ('GET /v1/balance_transactions', 'No permission.', now(), now())`,
  );
  const { of } = await examine({});
  expect(of("payments")).toMatchObject([
    {
      grade: "warning",
      says: expect.stringMatching(
        /refuses GET \/v1\/balance_transactions: No permission. Without it, this stops: the comp/,
      ),
      remedy: expect.stringContaining("Read for Balance transaction sources"),
    },
    {
      grade: "warning",
      says: expect.stringMatching(/automatic top-ups of 1 customer have been paused since the restore of/),
    },
  ]);
  await db.query(
    `insert into provider_refusal (call, message, since, last_at) values ('', 'Invalid key', now(), now())`,
  );
  expect((await examine({})).of("payments")[0]).toMatchObject({ grade: "critical" });
});
