import type { Tx } from "~/platform/db.server";

const DIGITS = 6;

/** The next number of the year, `INV-YYYY-NNNNNN` or `CN-…`; under a lock, so that none is skipped or repeated (B23). */
export async function nextDocumentNumber(tx: Tx, series: "INV" | "CN", now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  const isNote = series === "CN";
  const [row] = await tx.query<{ last: number; lastNote: number }>(
    `insert into invoice_year as y (year, last, last_note) values ($1, $2, $3)
     on conflict (year) do update set last = y.last + $2, last_note = y.last_note + $3
     returning last, last_note as "lastNote"`,
    [year, isNote ? 0 : 1, isNote ? 1 : 0],
  );
  if (!row) throw new Error("no number was given");
  return `${series}-${year}-${String(isNote ? row.lastNote : row.last).padStart(DIGITS, "0")}`;
}
