import type { Tx } from "~/platform/db.server";

/**
 * Serializes the top-ups, or the subscriptions, of a tenant until the transaction ends. Everywhere, locks are taken in
 * this order: the setting of automatic top-up, this lock, the top-up or subscription, its refund or dispute, users,
 * nodes and tasks, ledger accounts, and the tenant's row. The tenant's row comes last, because a credit ends with it,
 * and so cannot serve as this lock. The full order: docs/guides/locking.md.
 */
export async function lineUp(tx: Tx, tenantId: number, line: "top-ups" | "subscriptions"): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext($1), $2)`, [line, tenantId]);
}
