import { db } from "~/platform/db.server";
import { PAYMENTS_MISSING } from "./missing-payments-sql";

/** Automatic top-ups that rest after a restore, until the provider's movements since the backup were read. */
export interface Rest {
  restoredAt: Date;
  /** Tenants that have switched them on. */
  tenants: number;
}

/** Reads since when automatic top-ups rest; null if none does. */
export async function readRest(): Promise<Rest | null> {
  const [row] = await db.query<Rest>(
    `select restored.at as "restoredAt", count(*)::int as tenants
     from (select at from audit_row where action = 'database.restore' order by at desc limit 1) restored, auto_top_up
     where state not in ('off', 'stopped') and ${PAYMENTS_MISSING} group by restored.at`,
  );
  return row ?? null;
}
