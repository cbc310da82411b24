// GET /payments/method: the card that pays the own subscription.
import { cardListOf } from "~/domain/payments/card-list";
import { readMethod } from "~/domain/subscription/read-method.server";
import { apiRoute, operation } from "~/http/api-route.server";
import { CardListAnswer } from "~/http/schemas/card-list.server";

export const { loader, action } = apiRoute("subscription/method", {
  GET: operation({
    purpose: "The card that pays the own subscription",
    credentials: ["K", "S"],
    need: "home",
    answer: CardListAnswer,
    run: async ({ account: { tenantId } }) => {
      const card = await readMethod({ tenantId });
      return card ? { ...cardListOf([card]), default_card: card.pmId } : cardListOf([]);
    },
  }),
});
