import { z } from "zod";

/** How many rows: from 1 to `most`, larger and smaller ones are cut (section 9, page sizes). */
export const limitOf = (most: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .transform((limit) => Math.min(Math.max(limit, 1), most))
    .default(usual);

/** Rows before that time, in epoch seconds. */
export const beforeTs = z.coerce.number().int().min(0).max(8_640_000_000_000).optional();
