// GET and POST /v1/apply-promo: redeems a promo code for the caller's account.
import { z } from "zod";
import { centsToDollars } from "~/money/units";
import { applyCode } from "~/payments/apply-code.server";
import { PROMO_KINDS } from "~/payments/promo-code";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { clientNetworkOf } from "~/platform/http/request-facts.server";

const redeem = operation({
  purpose: "Redeems a promo code",
  credentials: ["K", "S"],
  need: "money.act",
  scope: "billing",
  input: z.object({ code: z.string().default("") }),
  required: ["code"],
  answer: z.object({
    human_readable_message: z.string(),
    benefit: z.enum(PROMO_KINDS),
    dollars_added: z.number(),
  }),
  refusals: ["codeRequired", "unknownCode", "codeExpired", "codeAlreadyUsed", "codeUsedUp", "confirmEmailFirst"],
  example: {
    input: { code: "WELCOME10" },
    answer: { human_readable_message: "Code applied: $10.00 added to your balance." },
  },
  changesState: true,
  run: async ({ account: { userId, tenantId, state }, input: { code }, request, context, now }) => {
    const network = clientNetworkOf({ request, context });
    const { message, benefit, cents } = await applyCode({ userId, tenantId, state, code, network, now });
    return { human_readable_message: message, benefit, dollars_added: centsToDollars(cents) };
  },
});

export const { loader, action } = apiRoute("billing/apply-promo", { GET: redeem, POST: redeem });
