// POST /webhooks/stripe: an event of the payment provider, signed over the raw body.
import { z } from "zod";
import { M } from "~/payments/messages";
import { parseWebhook } from "~/payments/provider-webhook.server";
import { takesCards } from "~/payments/stripe-client.server";
import { storeEvent } from "~/payments/store-event.server";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const LIMIT_BYTES = 1024 * 1024;

export const { loader, action } = apiRoute("payments/webhook", {
  POST: operation({
    purpose: "Receives events from the payment provider; their signature is the credential",
    credentials: ["P"],
    ours: true,
    unlimited: true,
    statuses: [404, 413],
    body: { limitBytes: LIMIT_BYTES, jsonOnly: true, raw: true },
    input: z.object({ raw: z.string().meta({ description: "The event, as Stripe describes it" }) }),
    answer: z.object({}),
    run: async ({ input, request, now }) => {
      if (!takesCards()) throw new Refusal(M.notFound, { status: 404 });
      const event = await parseWebhook(input.raw, request.headers.get("Stripe-Signature") ?? "");
      if (!event) throw new Refusal(M.unreadable, { status: 400 });
      await storeEvent({ event, now });
      return {};
    },
  }),
});
