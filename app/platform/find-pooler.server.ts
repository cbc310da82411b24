import pg from "pg";

const WITHIN_MS = 3_000;
/** Times that two sessions are compared: another client may have taken the connection that would betray the pooler. */
const ROUNDS = 5;
/** Words of PgBouncer. It has one code for all of its errors, also for a database that fails over. */
const SETTINGS_REFUSED = /unsupported startup parameter/;
const NO_TRANSACTIONS = /statement pooling mode/;
const SHARED = "A pooler shares PostgreSQL's connections between transactions.";
const REMEDY =
  "Let DATABASE_URL lead to PostgreSQL itself, or through a balancer of connections such as HAProxy: Millrace pools its connections itself.";

/** A pooler that keeps sessions from working. */
export interface Pooler {
  /** The fault, in one sentence. */
  says: string;
  remedy: string;
  /** Sessions work, but without their limits. */
  bearable?: boolean;
}

/**
 * Finds a pooler between Millrace and PostgreSQL that does not keep a session on one connection, or not with its settings
 * (decision 0590). Null without one. Throws if it cannot be decided, for example while the database fails over.
 */
export async function findPooler(url: string): Promise<Pooler | null> {
  const session = aSession(url);
  const other = aSession(url);
  try {
    await session.connect();
    // The number that PostgreSQL gave the session at its start is its process, unless somebody in between made it up.
    if ((await processOf(session)) === numberOf(session)) return null;
    await other.connect();
    for (let round = 0; round < ROUNDS; round++) {
      const before = await processOf(session);
      // A pooler of transactions takes the idle connection for this one, and gives the first session another.
      await other.query("begin");
      await processOf(other);
      const after = await processOf(session);
      await other.query("rollback");
      if (after !== before) return { says: SHARED, remedy: REMEDY };
    }
    return await findLostLimits(session);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (NO_TRANSACTIONS.test(message)) return { says: SHARED, remedy: REMEDY };
    if (SETTINGS_REFUSED.test(message))
      return { says: `PgBouncer refuses the settings of our sessions (${message}).`, remedy: REMEDY };
    throw error;
  } finally {
    await Promise.all([session, other].map((client) => client.end().catch(() => {})));
  }
}

/** Ends a process that starts behind a pooler which breaks sessions, and says why. If it cannot be decided, the start goes on. */
export async function refusePooler(
  url: string,
  log: { warn(words: string): void; fatal(words: string): void },
): Promise<void> {
  const pooler = await findPooler(url).catch(() => null);
  if (!pooler) return;
  const words = `${pooler.says} ${pooler.remedy}`;
  if (pooler.bearable) return log.warn(words);
  log.fatal(words);
  process.exit(1);
}

/** Finds out whether a pooler let a session begin without its settings. */
async function findLostLimits(session: pg.Client): Promise<Pooler | null> {
  const { rows } = await session.query<{ user: string; limit: string }>(
    `select current_user as user, current_setting('idle_in_transaction_session_timeout') as limit`,
  );
  if (rows[0]?.limit !== "0") return null;
  return {
    says: "A pooler drops the limits of our sessions: a frozen process keeps its locks.",
    remedy: `Give them to the user: alter role ${rows[0].user} set idle_in_transaction_session_timeout = '10s'; and lock_timeout = '5s', statement_timeout = '40s'.`,
    bearable: true,
  };
}

function aSession(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    ...{ connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS },
    // As in the pool: a session that could not have it is of no use.
    idle_in_transaction_session_timeout: 10_000,
  });
  client.on("error", () => {});
  return client;
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
}

function numberOf(client: pg.Client): number | null {
  return (client as pg.Client & { processID: number | null }).processID;
}
