// GET /billing/method: the caller's saved cards.
import { cardListOf } from "~/payments/card-list";
import { listCards } from "~/payments/list-cards.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { CardListAnswer } from "~/platform/http/schemas/card-list.server";

export const { loader, action } = apiRoute("cards/method", {
  GET: operation({
    purpose: "Your saved cards, and which is the default",
    credentials: ["K", "S"],
    need: "money.see",
    answer: CardListAnswer,
    run: async ({ account: { tenantId } }) => cardListOf(await listCards({ tenantId })),
  }),
});
