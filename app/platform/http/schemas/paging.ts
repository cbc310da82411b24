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
