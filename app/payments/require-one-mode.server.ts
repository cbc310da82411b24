import { db } from "~/platform/db.server";
import { isLive } from "./stripe-client.server";

/**
 * Refuses to go live on a database with balances, cards and subscriptions of test mode: nobody paid for them, and the
 * live account does not know them. If the database does not answer, the product waits for it.
 */
export async function requireOneMode(): Promise<void> {
  if (!isLive()) return;
  const rows = await db.query(`select from payment_customer where not livemode limit 1`).catch(() => []);
  if (rows.length > 0)
    throw new Error(
      "This database has payments of test mode. Live keys need a database of their own: see docs/payments.md, Going live.",
    );
}
