import { db } from "~/db.server";
import { asUnits, unitsToDollars2 } from "./units";

/** GET /dashboard/stats without retcode: since 00:00 UTC, and `tasks` running now (3.6). */
export interface Stats {
  /** Charged for tasks, less what settlements gave back. */
  dollars: number;
  tasks: number;
  new_tasks: number;
  finished_tasks: number;
  new_clients: number;
}

export async function readStats({ now }: { now: Date }): Promise<Stats> {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const [row] = await db.query<Omit<Stats, "dollars"> & { units: bigint }>(STATS, [midnight, now]);
  if (!row) throw new Error("the figures of the day gave no answer");
  const { units, ...counts } = row;
  return { dollars: unitsToDollars2(asUnits(units)), ...counts };
}

const STATS = `
  select
    (select coalesce(sum(entry.units), 0)
     from ledger_transaction transaction
     join ledger_entry entry on entry.transaction_id = transaction.id
     join ledger_account account on account.id = entry.account_id and account.name = 'revenue'
     where transaction.at between $1 and $2)::bigint as units,
    (select count(*) from task where state = 'running')::int as tasks,
    (select count(*) from task where
       started_at between $1 and $2)::int as new_tasks,
    (select count(*) from task where finished_at between $1 and $2 and started_at is not null)::int as finished_tasks,
    (select count(*) from user_account
     where role = 'customer' and created_at between $1 and $2)::int as new_clients`;
