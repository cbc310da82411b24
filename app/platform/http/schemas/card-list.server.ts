import { z } from "zod";
import { M } from "~/messages";

/** Id of a saved card, as the provider gives it. */
export const CardId = z.string(M.noSuchCard).meta({ description: "Id of the card", examples: ["pm_1ExampleA"] });

/** Saved cards (3.4). */
export const CardListAnswer = z.object({
  cards: z.object({
    data: z.array(
      z.object({
        id: CardId,
        card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
      }),
    ),
  }),
  default_card: z.string().nullable(),
});
