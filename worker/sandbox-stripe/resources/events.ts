import type Stripe from "stripe";
import { page } from "../wire/list";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { randomBytes } from "node:crypto";

export const events: Runs = {
  "Events.retrieve": run(({ store }, _params, { id }) => store.need("event", id)),

  "Events.list": run<Stripe.EventListParams>(({ store }, params) => {
    const { type, types } = params;
    const wanted = store
      .all("event")
      .filter((event) => type === undefined || event.type === type || matches(type, event.type))
      .filter((event) => types === undefined || types.includes(event.type));
    return page(wanted, params, "/v1/events");
  }),
};

export const webhookEndpoints: Runs = {
  "WebhookEndpoints.create": run<Stripe.WebhookEndpointCreateParams>((sandbox, params) => {
    if (!URL.canParse(params.url))
      refuse("Invalid URL: url must be a valid URL.", { code: "url_invalid", param: "url" });
    return sandbox.add("webhook_endpoint", {
      api_version: params.api_version ?? null,
      description: params.description || null,
      enabled_events: params.enabled_events,
      secret: `whsec_${randomBytes(24).toString("base64url")}`,
      status: "enabled",
      url: params.url,
    });
  }),

  "WebhookEndpoints.list": run<Stripe.WebhookEndpointListParams>(({ store }, params) =>
    page(
      store.all("webhook_endpoint").map(({ secret: _secret, ...shown }) => shown),
      params,
      "/v1/webhook_endpoints",
    ),
  ),

  "WebhookEndpoints.del": run(({ store }, _params, { id }) => {
    store.remove(store.need("webhook_endpoint", id));
    return { id, object: "webhook_endpoint", deleted: true };
  }),
};

/** "charge.*" stands for all types that begin so. */
function matches(pattern: string, type: string): boolean {
  return pattern.endsWith("*") && type.startsWith(pattern.slice(0, -1));
}
