import { z } from "zod";

/** `status` of `/payments/status` (3.4): 0 while the subscription is disabled, else the upcoming invoice. */
export const PaymentStatusAnswer = z
  .union([
    z.literal(0),
    z.object({
      id: z.literal("upcoming").meta({ description: "upcoming: it has no id yet", examples: ["upcoming"] }),
      number: z.null().meta({ description: "null if it has no number yet", examples: [null] }),
      total: z.int(),
      amount_remaining: z.int(),
      paid: z.literal(false).meta({ description: "Whether it is due", examples: [false] }),
      period_start: z.int(),
    }),
  ])
  .meta({
    description: "The upcoming invoice, or 0 while the subscription is disabled",
    examples: [
      {
        id: "upcoming",
        number: null,
        total: 2100,
        amount_remaining: 2100,
        paid: false,
        period_start: 1706745600,
      },
    ],
  });
