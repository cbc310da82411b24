import { type Queryable, db } from "~/db.server";

interface AuditEntry {
  /** Who did it; null for the system. */
  userId: number | null;
  /** What was done, as `node.drain` or `api-key.show`. */
  action: string;
  /** To what, as `node:fra1-gpu-07`. */
  target: string;
  /** Whose account staff looked at or changed: its owner reads the row under "Staff access". */
  tenantId?: number | undefined;
  /** Why, as that owner reads it. */
  reason?: string;
  before?: unknown;
  after?: unknown;
  requestId: string;
  now: Date;
}

/**
 * Writes one audit row (0.10): every staff write, and every view of an unmasked secret. It joins the chain of hashes at the
 * commit (decision 0187). What somebody does to their own account is no staff access, so such a row has no tenant.
 */
export async function writeAudit(entry: AuditEntry, q: Queryable = db): Promise<void> {
  await q.query(
    `insert into audit_row (user_id, role, tenant_id, action, target, reason, before, after, request_id, at)
     select $1, coalesce(actor.role, ''), nullif($2::int, actor.tenant_id), $3, $4, $5, $6, $7, $8, $9
     from (select) one left join user_account actor on actor.id = $1`,
    [
      entry.userId,
      entry.tenantId ?? null,
      entry.action,
      entry.target,
      entry.reason ?? "",
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.requestId,
      entry.now,
    ],
  );
}
