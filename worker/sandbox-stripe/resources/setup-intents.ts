import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { needCard } from "./cards";
import { confirmSetup } from "./confirm-setup";

type Intent = Kinds["setup_intent"];

export const setupIntents: Runs = {
  "SetupIntents.create": run<Stripe.SetupIntentCreateParams>((sandbox, params) => {
    if (params.customer) sandbox.store.need("customer", params.customer, "customer");
    if (params.payment_method) params.payment_method = needCard(sandbox, params.payment_method).id;
    const intent = addSetup(sandbox, params);
    if (params.confirm) confirm(sandbox, intent, params);
    return intent;
  }),

  "SetupIntents.retrieve": run(({ store }, _params, { id }) => store.need("setup_intent", id, "intent")),
};

export function addSetup(
  sandbox: Sandbox,
  params: Pick<
    Stripe.SetupIntentCreateParams,
    "customer" | "description" | "metadata" | "payment_method" | "usage" | "allowed_payment_method_types"
  >,
): Intent {
  const intent = sandbox.add("setup_intent", {
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    automatic_payment_methods: { allow_redirects: "always", enabled: true },
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: metadata(params.metadata),
    payment_method: params.payment_method ?? null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    status: params.payment_method ? "requires_confirmation" : "requires_payment_method",
    usage: params.usage ?? "off_session",
  });
  sandbox.store.change(intent, { client_secret: `${intent.id}_secret_${sandbox.nextId("x").slice(2)}` });
  sandbox.emit("setup_intent.created", intent);
  return intent;
}

export function cancelSetup(sandbox: Sandbox, intent: Intent, reason: Intent["cancellation_reason"]): void {
  sandbox.store.change(intent, { cancellation_reason: reason, next_action: null, status: "canceled" });
  sandbox.emit("setup_intent.canceled", intent);
}

function confirm(
  sandbox: Sandbox,
  intent: Intent,
  params: Pick<Stripe.SetupIntentConfirmParams, "payment_method" | "return_url">,
): void {
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (!id)
    refuse(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: "setup_intent_unexpected_state" },
    );
  confirmSetup(sandbox, intent, { method: needCard(sandbox, id), returnUrl: params.return_url ?? null });
}
