// GET /billing/method: the own saved cards.
import { cardListOf } from "~/domain/payments/card-list";
import { listCards } from "~/domain/payments/list-cards.server";
import { apiRoute, operation } from "~/http/api-route.server";
import { CardListAnswer } from "~/http/schemas/card-list.server";

export const { loader, action } = apiRoute("cards/method", {
  GET: operation({
    purpose: "The own saved cards and which is the default",
    credentials: ["K", "S"],
    need: "money.see",
    answer: CardListAnswer,
    run: async ({ account: { tenantId } }) => cardListOf(await listCards({ tenantId })),
  }),
});
