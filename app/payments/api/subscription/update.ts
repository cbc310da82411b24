// POST /payments/update: adds an amount to the user's own upcoming invoice, or deducts it.
import { z } from "zod";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { addCharge } from "~/payments/inside/subscription/add-charge.server";
import { mayCharge } from "~/payments/inside/subscription/may-charge.server";
import { readStatus } from "~/payments/inside/subscription/read-status.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { PaymentStatusAnswer } from "~/platform/http/schemas/payment-status.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";

const MOST_CENTS = 100_000;

export const { loader, action } = apiRoute("subscription/update", {
  POST: operation({
    purpose: "Adds an amount to your upcoming invoice, or subtracts it; with real money, admins only",
    credentials: ["K", "S"],
    need: "home",
    scope: "billing",
    input: z.object({
      amount: wholeNumber(M.wrongCents, { from: -MOST_CENTS, to: MOST_CENTS }).refine(
        (cents) => cents !== 0,
        M.wrongCents,
      ),
      text: z
        .string(M.descriptionRequired)
        .trim()
        .min(1, M.descriptionRequired)
        .max(200, M.descriptionRequired)
        .meta({ description: "Purpose of the amount, 1 to 200 characters", examples: ["discount"] }),
    }),
    answer: z.object({ human_readable_message: z.string(), status: PaymentStatusAnswer }),
    refusals: ["wrongCents", "descriptionRequired", "subscriptionRequired", "providerSilent"],
    example: {
      input: { amount: -5000, text: "discount" },
      answer: { human_readable_message: "Added to the upcoming invoice." },
    },
    run: async ({ account, input: { amount, text }, now }) => {
      const { tenantId, userId } = account;
      if (!mayCharge(account)) throw new Refusal(M.notAllowed, { status: 403 });
      await addCharge({ tenantId, userId, cents: BigInt(amount) as Cents, text, now });
      return {
        human_readable_message: "Added to the upcoming invoice.",
        status: await readStatus({ tenantId }),
      };
    },
  }),
});
