import { db } from "~/platform/db.server";
import { isLive } from "./stripe-client.server";

const ASK_AGAIN_MS = 1_000;

/**
 * Refuses to go live on a database with balances, cards and subscriptions of test mode: nobody paid for them, and the
 * live account does not know them. If the database does not answer, it is asked until it does.
 */
export async function requireOneMode(refuse = refuseByError): Promise<void> {
  if (!isLive()) return;
  const rows = await db.query(`select from payment_customer where not livemode limit 1`).catch(() => null);
  if (rows === null) setTimeout(() => void requireOneMode(refuse), ASK_AGAIN_MS).unref();
  else if (rows.length > 0) refuse();
}

function refuseByError(): void {
  throw new Error(
    "This database has payments of test mode. Live keys need a database of their own: see docs/payments.md, Going live.",
  );
}
