import type { Tx } from "~/db.server";

/**
 * Lets the top-ups, or the subscriptions, of a tenant come one after the other, until the transaction ends.
 *
 * Locks are taken in this order everywhere, so that no two transactions wait for each other: the setting of automatic
 * top-up, this line, the top-up or subscription, its refund or dispute, users, nodes and tasks, the accounts of the
 * ledger, and the row of the tenant last, because a credit ends with it. So that row cannot be the line itself: who
 * began with it would hold what others end with. The whole order, with who takes what: docs/guides/locking.md.
 */
export async function lineUp(tx: Tx, tenantId: number, line: "top-ups" | "subscriptions"): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext($1), $2)`, [line, tenantId]);
}
