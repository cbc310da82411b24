// POST /billing/deletecard: deletes a saved card.
import { z } from "zod";
import { deleteCard } from "~/payments/delete-card.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { CardId } from "~/platform/http/schemas/card-list.server";

export const { loader, action } = apiRoute("cards/delete-card", {
  POST: operation({
    purpose: "Deletes a saved card permanently; the newest remaining card becomes the default",
    credentials: ["K", "S"],
    need: "money.act",
    scope: "billing",
    input: z.object({ id: CardId }),
    answer: z.object({ human_readable_message: z.string(), default_card: z.string().nullable() }),
    refusals: ["onlyCardPaysSubscription", "noSuchCard", "providerSilent"],
    example: { input: { id: "pm_1ExampleA" }, answer: { human_readable_message: "Card removed." } },
    run: async ({ account: { tenantId }, input, now }) => {
      const { message, defaultCard } = await deleteCard({ tenantId, pmId: input.id, now });
      return { human_readable_message: message, default_card: defaultCard };
    },
  }),
});
