import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { findPooler } from "~/platform/find-pooler.server";
import { startBun } from "../support/bun-program";
import { hasPgbouncer, OUR_PARAMETERS, type PgbouncerSettings, startPgbouncer } from "../support/pgbouncer";
import { until } from "../support/until";
import { startWorker } from "../support/worker-process";
import { anotherDatabase, ask, dropOthers, run } from "./backup/databases";

const SHARED =
  /A pooler shares PostgreSQL's connections between transactions\. Let DATABASE_URL lead to PostgreSQL itself/;
const REFUSED = /PgBouncer refuses the settings of our sessions .*unsupported startup parameter/;

const poolers: { end(): Promise<void> }[] = [];
/** The address of the server behind each pooler. */
const behind = new Map<string, string>();
afterAll(async () => {
  for (const pooler of poolers) await pooler.end();
  await dropOthers();
});

async function throughPgbouncer(settings: PgbouncerSettings): Promise<string> {
  const { url } = await anotherDatabase("migrated");
  const pooler = await startPgbouncer(url, settings);
  poolers.push(pooler);
  behind.set(pooler.url, url);
  return pooler.url;
}

const withPgbouncer = test.skipIf(!hasPgbouncer);
const named = (name: string) => (hasPgbouncer ? name : `${name} (skipped: pgbouncer is not installed)`);

withPgbouncer.each([
  ["transaction", OUR_PARAMETERS, SHARED],
  ["statement", OUR_PARAMETERS, SHARED],
  ["session", "", REFUSED],
] as const)(
  named("PgBouncer in mode %s, which ignores the parameters '%s', stops the start in one sentence"),
  async (pool_mode, ignore_startup_parameters, says) => {
    const DATABASE_URL = await throughPgbouncer({ pool_mode, ignore_startup_parameters });
    for (const program of ["worker/main.ts", "prisma/migrate.ts"]) {
      const started = startBun(program, {
        env: { DATABASE_URL, WORKER_THREADS: "1", LOG_LEVEL: "info" },
        stderr: "pipe",
      });
      await Promise.race([started.gone, started.line(/worker ready/).catch(() => {})]);
      await started.end();
      expect(started.process.exitCode, program).toBe(1);
      expect(
        started.lines.filter((line) => says.test(line)),
        `${program}: ${started.lines.join("\n")}`,
      ).toHaveLength(1);
      expect(started.lines.join("\n"), program).not.toMatch(/^ +at /m);
    }
    const { said } = await run("doctor", [], { DATABASE_URL });
    expect(said).toMatch(/CRITICAL +sessions/);
  },
);

withPgbouncer(named("PgBouncer in session mode is accepted, and lost limits are told"), async () => {
  const url = await throughPgbouncer({ pool_mode: "session", ignore_startup_parameters: OUR_PARAMETERS });
  const worker = await startWorker({ DATABASE_URL: url, LOG_LEVEL: "info" });
  await until("the warning", () => worker.lines?.some((line) => line.includes("drops the limits of our sessions")));
  await worker.end();
  expect((await run("doctor", [], { DATABASE_URL: url })).said).toMatch(/WARNING +sessions +A pooler drops the limits/);
  const name = new URL(url).pathname.slice(1);
  await ask(url, `alter database ${name} set idle_in_transaction_session_timeout = '10s'`);
  // PgBouncer keeps the connection of the first session, whose settings are older.
  const fresh = await startPgbouncer(behind.get(url) ?? url, {
    pool_mode: "session",
    ignore_startup_parameters: OUR_PARAMETERS,
  });
  poolers.push(fresh);
  expect(await findPooler(fresh.url)).toBeNull();
});

withPgbouncer(named("a pooler is found while others use its connections"), async () => {
  const url = await throughPgbouncer({
    ...{ pool_mode: "transaction", ignore_startup_parameters: OUR_PARAMETERS, default_pool_size: 8 },
  });
  const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: url }));
  let busy = true;
  const work = clients.map(async (client) => {
    await client.connect();
    while (busy) await client.query("select count(*) from generate_series(1, 1000)");
    await client.end();
  });
  for (let again = 0; again < 10; again++) expect((await findPooler(url))?.says).toMatch(/shares/);
  busy = false;
  await Promise.all(work);
});

test("without a pooler, and while the database cannot say, the start goes on", async () => {
  const [{ url }, { query }] = [await anotherDatabase("migrated"), await anotherDatabase("empty")];
  expect(await findPooler(url)).toBeNull();
  const name = new URL(url).pathname.slice(1);
  await query(`alter database ${name} allow_connections false`);
  await expect(findPooler(url)).rejects.toThrow(/not currently accepting connections/);
  await expect(findPooler("postgres://nobody@127.0.0.1:1/none")).rejects.toThrow(/ECONNREFUSED/);
});
