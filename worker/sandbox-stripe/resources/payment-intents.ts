import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { refuse } from "../wire/stripe-error";
import { needAmount } from "./amount";
import { needCard } from "./cards";
import { confirmPayment, refuseState } from "./confirm-payment";

type Intent = Kinds["payment_intent"];

export const paymentIntents: Runs = {
  "PaymentIntents.create": run<Stripe.PaymentIntentCreateParams>((sandbox, params) => {
    if (params.customer) sandbox.store.need("customer", params.customer, "customer");
    if (params.off_session && !params.confirm)
      refuse("off_session may only be used with confirm=true.", { param: "off_session" });
    if (params.payment_method) params.payment_method = needCard(sandbox, params.payment_method).id;
    const intent = addPayment(sandbox, params);
    if (params.confirm) confirm(sandbox, intent, params);
    return intent;
  }),

  "PaymentIntents.retrieve": run(({ store }, _params, { id }) => store.need("payment_intent", id, "intent")),

  "PaymentIntents.confirm": run<Stripe.PaymentIntentConfirmParams>((sandbox, params, { id }) => {
    const intent = sandbox.store.need("payment_intent", id, "intent");
    if (params.setup_future_usage) intent.setup_future_usage = params.setup_future_usage;
    confirm(sandbox, intent, params);
    return intent;
  }),

  "PaymentIntents.cancel": run<Stripe.PaymentIntentCancelParams>((sandbox, params, { id }) => {
    const intent = sandbox.store.need("payment_intent", id, "intent");
    if (/^(succeeded|canceled|processing)$/.test(intent.status)) refuseState(intent, "cancel");
    cancelPayment(sandbox, intent, params.cancellation_reason ?? null);
    return intent;
  }),

  "PaymentIntents.list": run<Stripe.PaymentIntentListParams>(({ store }, params) => {
    const wanted = store
      .all("payment_intent")
      .filter(({ customer }) => params.customer === undefined || idOf(customer) === params.customer);
    return page(wanted, params, "/v1/payment_intents");
  }),
};

/** Creates a payment that nobody has tried to collect. */
export function addPayment(
  sandbox: Sandbox,
  params: Pick<
    Stripe.PaymentIntentCreateParams,
    | "amount"
    | "currency"
    | "customer"
    | "description"
    | "metadata"
    | "payment_method"
    | "receipt_email"
    | "setup_future_usage"
    | "allowed_payment_method_types"
  >,
): Intent {
  const intent = sandbox.add("payment_intent", {
    amount: needAmount(params.amount, params.currency),
    automatic_payment_methods: { allow_redirects: "always", enabled: true },
    capture_method: "automatic",
    confirmation_method: "automatic",
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: metadata(params.metadata),
    payment_method: params.payment_method ?? null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    receipt_email: params.receipt_email ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    status: params.payment_method ? "requires_confirmation" : "requires_payment_method",
  });
  sandbox.store.change(intent, { client_secret: `${intent.id}_secret_${sandbox.nextId("x").slice(2)}` });
  sandbox.emit("payment_intent.created", intent);
  return intent;
}

export function cancelPayment(sandbox: Sandbox, intent: Intent, reason: Intent["cancellation_reason"]): void {
  sandbox.store.change(intent, {
    canceled_at: sandbox.clock.now(),
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  });
  sandbox.emit("payment_intent.canceled", intent);
}

function confirm(
  sandbox: Sandbox,
  intent: Intent,
  params: Pick<Stripe.PaymentIntentConfirmParams, "payment_method" | "off_session" | "return_url">,
): void {
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (!id && intent.status === "succeeded") refuseState(intent, "confirm");
  if (!id)
    refuse(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
      { code: "payment_intent_unexpected_state" },
    );
  confirmPayment(sandbox, intent, {
    method: needCard(sandbox, id),
    offSession: Boolean(params.off_session),
    returnUrl: params.return_url ?? null,
  });
}
