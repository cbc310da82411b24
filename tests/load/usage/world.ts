import { type Queryable, sweep, transaction } from "~/platform/db.server";
import { rebuildWindows } from "~/usage/inside/sums/windows.server";
import { fillRealDay } from "./real-events";
import { CELLS, DAY_OF_USERS, DAYS_OF_HOURS, FROM_DAYS, HOURS_OF_USERS, OLDER_DAYS, WINDOW_STARTS } from "./sums-sql";

export const USERS = 20_000;
export const MODELS = 40;
export const DAYS = 90;
/** Last days whose events are stored too; the product's own statement sums them. */
export const REAL_DAYS = 2;
/** Days with sums of hours by user; no screen looks back further than 14. */
const HOUR_DAYS = 14;
const DAY_MS = 86_400_000;
const WORKSPACES = 400;

/** Tenants of one user each, `bench-user-1@bench.example` and so on, workspaces of some, and the models. */
export async function fillUsers(): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(
      `insert into tenant (tenant_name) select 'bench-usage-' || n from generate_series(1, $1::int) n`,
      [USERS],
    );
    await connection.query(
      `insert into user_account (tenant_id, name, email, state, codify_subscription_status)
       select id, 'Bench User', 'bench-user-' || substr(tenant_name, 13) || '@bench.example', 'active',
         case when id % 5 = 0 then 'active' else 'none' end
       from tenant where tenant_name like 'bench-usage-%' order by id`,
    );
    // Opened without the first movements that triggers would require.
    await connection.query(`set session_replication_role = replica`);
    await connection.query(
      `insert into ledger_account (kind, unit, tenant_id, balance)
       select kind, unit, t.id, balance
       from tenant t, (values ('customer', 'usd', 0), ('owed', 'usd', 0), ('coins', 'coin', 1000000000000)) kinds(kind, unit, balance)
       where tenant_name like 'bench-usage-%'`,
    );
    await connection.query(`set session_replication_role = origin`);
    await connection.query(
      `insert into workspace (name, tenant_id, owner_id, max_users, admin_hash, admin_encrypted, admin_last4, created_at, active_at)
       select 'bench-team-' || tenant_id, tenant_id, id, 30, md5(email), '', '', now(), now() from user_account
       where email like 'bench-user-%' order by md5(email) limit $1`,
      [WORKSPACES],
    );
    await connection.query(
      `insert into usage_model (name) select 'vendor-' || n % 7 || '/model_' || n || '.x' from generate_series(1, $1::int) n`,
      [MODELS],
    );
  });
}

interface Asked {
  /** Number for all ninety days. */
  events: number;
  now: Date;
  /** Called for each real day with the number of summed events, and the seconds that this took. */
  told?: (summed: number, seconds: number) => void;
  /** Called when all sums are there and there is no event yet. */
  beforeReal?: () => Promise<void>;
}

/**
 * Writes the sums that the events of 90 days would have left, by statements over sets, and the events of the last two days
 * themselves. Few users have many events; each has four models and three kinds, and nights are quiet.
 */
export async function fillUsage({ events, now, told, beforeReal }: Asked): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const dayAgo = (days: number) => new Date(today - days * DAY_MS);
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(`set synchronous_commit = off`);
    await connection.query(`select setseed(0.5)`);
    for (const statement of CELLS) await connection.query(statement);
    const indexes = await withoutIndexes(connection);
    for (let ago = DAYS - 1; ago >= REAL_DAYS; ago -= 1) {
      const perDay = events / DAYS;
      if (ago < REAL_DAYS + HOUR_DAYS) {
        await connection.query(HOURS_OF_USERS, [dayAgo(ago), perDay]);
        await connection.query(DAYS_OF_HOURS, [dayAgo(ago)]);
      } else await connection.query(DAY_OF_USERS, [dayAgo(ago), perDay]);
    }
    for (const statement of FROM_DAYS) await connection.query(statement);
    for (const statement of OLDER_DAYS) await connection.query(statement);
    for (const index of indexes) await connection.query(index);
    await connection.query(WINDOW_STARTS, [now]);
  });
  await transaction(rebuildWindows);
  await sweep((connection) => connection.query(`vacuum analyze`));
  await beforeReal?.();
  for (let ago = REAL_DAYS - 1; ago >= 0; ago -= 1)
    await fillRealDay({ day: dayAgo(ago), events: Math.round(events / DAYS), now, told });
  await sweep((connection) => connection.query(`vacuum analyze`));
}

/** A million rows are inserted faster without indexes. @returns the statements that create them again. */
async function withoutIndexes(connection: Queryable): Promise<string[]> {
  const indexes = await connection.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'usage_by_user' and indexname <> 'usage_by_user_pkey'`,
  );
  for (const { indexname } of indexes) await connection.query(`drop index ${indexname}`);
  return indexes.map(({ indexdef }) => indexdef.replace(" ON ONLY ", " ON "));
}
