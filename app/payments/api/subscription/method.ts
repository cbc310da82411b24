// GET /payments/method: the card that pays the caller's subscription.
import { cardListOf } from "~/payments/card-list";
import { readMethod } from "~/payments/inside/subscription/read-method.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { CardListAnswer } from "~/platform/http/schemas/card-list.server";

export const { loader, action } = apiRoute("subscription/method", {
  GET: operation({
    purpose: "The card that pays for your subscription",
    credentials: ["K", "S"],
    need: "home",
    answer: CardListAnswer,
    run: async ({ account: { tenantId } }) => {
      const card = await readMethod({ tenantId });
      return card ? { ...cardListOf([card]), default_card: card.pmId } : cardListOf([]);
    },
  }),
});
