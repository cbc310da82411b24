import { z } from "zod";

/** The fields from which screens compute the cost of running tasks (decision 0248). */
export const MoneyReadingFields = {
  at_ts: z.int(),
  cents_before: z.int(),
  charged: z.array(z.object({ resv_guid: z.string(), pph: z.int(), seconds: z.int(), until_ts: z.int().nullable() })),
};
