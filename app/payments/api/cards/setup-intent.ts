// POST /billing/setup-intent: lets the provider's script save a card in the browser.
import { z } from "zod";
import { startCardInBrowser } from "~/payments/inside/add-card.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("cards/setup-intent", {
  POST: operation({
    purpose: "Starts saving a card with the provider's script in the browser",
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
