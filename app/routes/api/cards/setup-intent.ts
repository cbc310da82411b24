// POST /billing/setup-intent: lets the provider's script save a card in the browser.
import { z } from "zod";
import { startCardInBrowser } from "~/domain/payments/add-card.server";
import { requireConfirmed } from "~/domain/accounts/require-confirmed";
import { apiRoute, operation } from "~/http/api-route.server";

export const { loader, action } = apiRoute("cards/setup-intent", {
  POST: operation({
    purpose: "Lets the provider's script save a card in the browser",
    credentials: ["S"],
    need: "money.act",
    ours: true,
    status: 201,
    answer: z.object({ client_secret: z.string() }),
    refusals: ["providerSilent", "confirmEmailFirst"],
    run: async ({ account }) => {
      requireConfirmed(account);
      const { clientSecret } = await startCardInBrowser(account);
      return { client_secret: clientSecret };
    },
  }),
});
