import { z } from "zod";
import { M } from "~/messages";

const LAST_TS = 8_640_000_000_000;

/** Number of rows: a whole number, cut to 1 to `most`; `usual` if it is not a number (9.5). */
export const limitOf = (most: number, usual: number) =>
  z
    .unknown()
    .transform((given) => {
      const limit = isGiven(given) ? Math.floor(Number(given)) : usual;
      return Number.isNaN(limit) ? usual : Math.min(Math.max(limit, 1), most);
    })
    .meta({ type: "integer", minimum: 1, maximum: most })
    .default(usual);

/** Rows before that time, in epoch seconds; an empty value means none. */
export const beforeTs = z
  .unknown()
  .refine((given) => !isGiven(given) || isTime(given), M.unreadable)
  .transform((given) => (isGiven(given) ? Number(given) : undefined))
  .meta({ type: "integer", minimum: 0, maximum: LAST_TS })
  .optional();

const isGiven = (given: unknown) => given !== undefined && given !== "";

const isTime = (given: unknown) => /^\d{1,13}$/.test(String(given)) && Number(given) <= LAST_TS;

/**
 * A page with all rows of its last second: the next page, by `before_ts`, then begins where this one ends. `read` lists
 * as many rows, newest first.
 */
export async function wholeSeconds<Row>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
  tsOf: (row: Row) => number,
): Promise<Row[]> {
  for (let most = limit + 1; ; most *= 2) {
    const rows = await read(most);
    const last = rows[limit - 1];
    const end = last ? rows.findIndex((row, at) => at >= limit && tsOf(row) !== tsOf(last)) : -1;
    if (end >= 0) return rows.slice(0, end);
    if (rows.length < most) return rows;
  }
}
