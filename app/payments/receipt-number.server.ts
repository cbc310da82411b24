import type { Tx } from "~/platform/db.server";

const DIGITS = 6;

/**
 * The next receipt number of the year, MR-YYYY-NNNNNN (B10). Assigned in the transaction that settles, under a lock: no
 * number is skipped or repeated.
 */
export async function nextReceiptNumber(tx: Tx, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const [row] = await tx.query<{ last: number }>(
    `insert into receipt_year (year, last) values ($1, 1)
     on conflict (year) do update set last = receipt_year.last + 1 returning last`,
    [year],
  );
  if (!row) throw new Error("no receipt number was given");
  return `MR-${year}-${String(row.last).padStart(DIGITS, "0")}`;
}
