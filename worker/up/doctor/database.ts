import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { versionWordsOf } from "~/platform/database-version";
import type { Env } from "~/platform/env.server";
import { findPooler } from "~/platform/find-pooler.server";
import { fingerprintOf } from "../kept-secret";
import { presentSecret } from "../installation-secret";
import { type Environment, root } from "../settings";
import { DATABASE_WITHIN_MS, type Finding, findingsOn, messageOf, wrongOr } from "./finding";

const OLDEST = 15;
const CLOCK = { warnS: 5, criticalS: 60 };
/** Connections of a worker besides those of its pools (docs/deploying.md#connections-to-the-database). */
const WORKER_CONNECTIONS = 14;

const { ok, warning, critical } = findingsOn("database");

interface Server {
  version: string;
  number: number;
  standby: boolean;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  standby_names: string;
  room: number;
  has_icu: boolean;
  size: string;
}

/** Opens a connection; null with findings if that fails. */
export async function reach(url: string): Promise<{ client: pg.Client } | { findings: Finding[] }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "millrace-doctor",
    connectionTimeoutMillis: DATABASE_WITHIN_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return { client };
  } catch (error) {
    void client.end().catch(() => {});
    const remedy = "Check DATABASE_URL, that PostgreSQL runs, and that its pg_hba.conf admits this machine.";
    return { findings: [critical(`It cannot be reached: ${messageOf(error)}`, remedy)] };
  }
}

/** Checks the server and its settings. */
export async function checkServer(client: pg.Client, env: Env): Promise<Finding[]> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as number,
       pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
       current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
       current_setting('synchronous_standby_names') as standby_names,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room,
       exists (select from pg_collation where collprovider = 'i') as has_icu,
       pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const [server] = rows;
  if (!server) throw new Error("the server described nothing");
  const needed = connectionsOf(env);
  const findings: (Finding | false)[] = [
    server.number < OLDEST &&
      critical(`PostgreSQL is ${server.version}; Millrace needs ${OLDEST}.`, "Upgrade PostgreSQL."),
    server.standby &&
      critical(
        "This server is a standby, and every write fails.",
        "Let DATABASE_URL lead to the primary, for example with target_session_attrs=read-write and all hosts.",
      ),
    !server.has_icu &&
      critical("PostgreSQL was built without ICU: users cannot be searched.", "Use your distribution's package."),
    ...(["fsync", "full_page_writes"] as const).map(
      (name) =>
        server[name] === "off" &&
        critical(`${name} is off: a loss of power can destroy the database.`, `Set ${name} = on.`),
    ),
    server.synchronous_commit === "off" &&
      critical(
        "synchronous_commit is off: acknowledged payments can be lost with the machine.",
        "Set synchronous_commit = on.",
      ),
    server.room < needed &&
      warning(
        `It admits ${server.room} connections, and web and worker of this machine alone may open ${needed}.`,
        "Raise max_connections: docs/deploying.md says how much is needed.",
      ),
  ];
  return wrongOr(
    findings,
    ok(
      `PostgreSQL ${server.version}, ${server.size}, ${server.room} connections, of which this machine needs ${needed}.`,
    ),
  );
}

function connectionsOf({ WEB_PROCESSES, DATABASE_CONNECTIONS, WORKER_THREADS }: Env): number {
  const threads = WORKER_THREADS ?? Math.min(navigator.hardwareConcurrency, 7);
  return WEB_PROCESSES * DATABASE_CONNECTIONS + DATABASE_CONNECTIONS + 2 * threads + WORKER_CONNECTIONS;
}

/** Checks that the tables belong to this version of the program. */
export async function checkTables(client: pg.Client): Promise<Finding[]> {
  const about = findingsOn("tables");
  const known = readdirSync(join(root, "prisma/migrations")).filter((name) => /^\d{14}_/.test(name));
  const { rows: made } = await client.query(`select from pg_class where oid = to_regclass('_prisma_migrations')`);
  if (made.length === 0)
    return [about.critical("The database is empty.", "Run `npm run migrate`, or restore a backup.")];
  const { rows } = await client.query<{ name: string; done: boolean }>(
    `select migration_name as name, finished_at is not null as done from _prisma_migrations where rolled_back_at is null`,
  );
  const applied = rows.filter(({ done }) => done).map(({ name }) => name);
  const mismatch = versionWordsOf(known, applied);
  if (mismatch !== null) return [about.critical(mismatch)];
  return [about.ok(`All ${known.length} migrations are applied.`)];
}

/** Checks that the secret of this machine is the one that encrypted the database. */
export async function checkSecret(client: pg.Client, env: Environment): Promise<Finding[]> {
  const about = findingsOn("secret");
  const [{ rows }, present] = await Promise.all([
    client.query<{ known: string | null }>("select secret_fingerprint as known from installation"),
    presentSecret(env),
  ]);
  const known = rows[0]?.known ?? null;
  if (present === null)
    return [about.critical("There is no secret here.", "Set MILLRACE_SECRET to the one of this installation.")];
  if (known !== null && known !== fingerprintOf(present))
    return [
      about.critical(
        `The secret here has the fingerprint ${fingerprintOf(present)}, and the database was encrypted with ${known}.`,
        "Set MILLRACE_SECRET to that one: docs/operating.md#backup-and-restore.",
      ),
    ];
  return [about.ok(`Its fingerprint is ${fingerprintOf(present)}.`)];
}

/** Compares this machine's clock with the database's. */
export async function checkClock(client: pg.Client): Promise<Finding[]> {
  const about = findingsOn("clock");
  const beforeMs = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
  );
  const middleMs = (beforeMs + Date.now()) / 2;
  const aheadS = Math.round((middleMs - (rows[0]?.ms ?? 0)) / 1000);
  const says = `This machine's clock is ${Math.abs(aheadS)} s ${aheadS < 0 ? "behind" : "ahead of"} the database's.`;
  const remedy = "Set the wrong one right, and let NTP keep both.";
  if (Math.abs(aheadS) >= CLOCK.criticalS) return [about.critical(says, remedy)];
  return [Math.abs(aheadS) >= CLOCK.warnS ? about.warning(says, remedy) : about.ok("It agrees with the database's.")];
}

/** Checks that nothing between Millrace and PostgreSQL breaks its sessions. */
export async function checkSessions(url: string): Promise<Finding[]> {
  const about = findingsOn("sessions");
  const pooler = await findPooler(url);
  if (!pooler) return [about.ok("A session keeps its connection.")];
  return [(pooler.bearable ? about.warning : about.critical)(pooler.says, pooler.remedy)];
}
