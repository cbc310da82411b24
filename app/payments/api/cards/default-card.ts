// POST /billing/defaultcard: makes a saved card the default.
import { z } from "zod";
import { makeDefaultCard } from "~/payments/default-card.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { CardId } from "~/platform/http/schemas/card-list.server";

export const { loader, action } = apiRoute("cards/default-card", {
  POST: operation({
    purpose: "Makes a saved card the default",
    credentials: ["K", "S"],
    need: "money.act",
    scope: "billing",
    input: z.object({ id: CardId }),
    answer: z.object({ human_readable_message: z.string(), default_card: z.string() }),
    refusals: ["noSuchCard", "providerSilent"],
    example: { input: { id: "pm_1ExampleA" }, answer: { human_readable_message: "Default card changed." } },
    run: async ({ account: { tenantId }, input }) => {
      const { message } = await makeDefaultCard({ tenantId, pmId: input.id });
      return { human_readable_message: message, default_card: input.id };
    },
  }),
});
