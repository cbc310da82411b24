import { type Queryable, db } from "~/db.server";

interface AuditEntry {
  /** Who did it; null for the system. */
  userId: number | null;
  /** What was done, as `node.drain` or `api-key.show`. */
  action: string;
  /** To what, as `node:fra1-gpu-07`. */
  target: string;
  before?: unknown;
  after?: unknown;
  requestId: string;
  now: Date;
}

/** Writes one audit row (0.10): every staff write, and every view of an unmasked secret. */
export async function writeAudit(entry: AuditEntry, q: Queryable = db): Promise<void> {
  await q.query(
    `insert into audit_row (user_id, action, target, before, after, request_id, at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      entry.userId,
      entry.action,
      entry.target,
      entry.before === undefined ? null : JSON.stringify(entry.before),
      entry.after === undefined ? null : JSON.stringify(entry.after),
      entry.requestId,
      entry.now,
    ],
  );
}
