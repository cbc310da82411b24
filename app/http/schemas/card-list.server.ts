import { z } from "zod";

/** Saved cards of 3.4. */
export const CardListAnswer = z.object({
  cards: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
      }),
    ),
  }),
  default_card: z.string().nullable(),
});
