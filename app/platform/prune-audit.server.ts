import { type Tx, transaction } from "./db.server";
import { writeAudit } from "./write-audit.server";

/** At least 2 years (A21), leap days included. */
const KEEP_MS = 732 * 86_400_000;
const AT_ONCE = 1_000;

/**
 * Deletes the oldest audit rows while they are older than two years. The hash of the last deleted row is kept in the
 * chain, so that the first remaining row still fits.
 */
export async function pruneAudit({ now }: { now: Date }): Promise<void> {
  while ((await transaction((tx) => pruneSome(tx, now))) === AT_ONCE);
}

async function pruneSome(tx: Tx, now: Date): Promise<number> {
  const links = await tx.query<{ number: bigint; rowId: bigint; hash: string; at: Date }>(
    `select l.number, l.row_id as "rowId", l.hash, r.at from audit_link l join audit_row r on r.id = l.row_id
     order by l.number limit $1`,
    [AT_ONCE],
  );
  const young = links.findIndex(({ at }) => at.getTime() > now.getTime() - KEEP_MS);
  const old = young < 0 ? links : links.slice(0, young);
  const last = old.at(-1);
  if (!last) return 0;
  // The guards allow deletion in this transaction only.
  await tx.query(`select set_config('millrace.prunes_audit', 'on', true)`);
  await tx.query(`delete from audit_link where number <= $1`, [last.number]);
  await tx.query(`delete from audit_row where id = any($1::bigint[])`, [old.map(({ rowId }) => rowId)]);
  await tx.query(`update audit_head set anchor_number = $1, anchor_hash = $2`, [last.number, last.hash]);
  const after = { number: Number(last.number), hash: last.hash, rows: old.length };
  await writeAudit({ userId: null, action: "audit.prune", target: "audit", after, requestId: "", now }, tx);
  return old.length;
}
