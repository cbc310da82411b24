import { type Queryable, db } from "./db.server";

interface AuditEntry {
  /** The user who did it; null for the system. */
  userId: number | null;
  /** The act, for example `node.drain` or `api-key.show`. */
  action: string;
  /** Target, for example `node:fra1-gpu-07`. */
  target: string;
  /** The tenant whose account staff viewed or changed: its owner reads the row under "Staff access". */
  tenantId?: number | undefined;
  /** The reason, as that owner reads it. */
  reason?: string;
  before?: unknown;
  after?: unknown;
  requestId: string;
  now: Date;
}

/**
 * Writes one audit row (0.10), for every staff write and every view of an unmasked secret. It joins the hash chain at
 * the commit (decision 0187). Acts on one's own account are not staff access, so their rows have no tenant.
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
