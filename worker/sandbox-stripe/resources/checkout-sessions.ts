import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { onDemand } from "../wire/render";
import { refuse } from "../wire/stripe-error";
import { addPrice, unitCents } from "./add-price";
import { needAmount } from "./amount";
import { expireSession } from "./end-checkout";
import { addSetup } from "./setup-intents";
import { refuseTax } from "./no-tax";

const EXPIRES_AFTER_SECONDS = 24 * 3600;
const EXPIRES_AFTER_MIN_SECONDS = 30 * 60;

type Session = Kinds["checkout.session"];
type Params = Stripe.Checkout.SessionCreateParams;

export const checkoutSessions: Runs = {
  "CheckoutSessions.create": run<Params>((sandbox, params) => {
    if (params.customer) sandbox.store.need("customer", params.customer, "customer");
    const mode = params.mode ?? "payment";
    if (mode === "subscription") refuse("The sandbox's Checkout knows payment and setup.", { param: "mode" });
    if (!params.success_url)
      refuse("Missing required param: success_url.", { code: "parameter_missing", param: "success_url" });
    refuseTax(params);
    const session = sandbox.draft("checkout.session", { ...constant, ...given(sandbox, params), mode });
    session.url = `${sandbox.origin}/c/pay/${session.id}`;
    Object.assign(session, mode === "setup" ? setup(sandbox, params) : payment(sandbox, params));
    return sandbox.store.save(session);
  }),

  "CheckoutSessions.retrieve": run(({ store }, _params, { id }) => store.need("checkout.session", id)),

  "CheckoutSessions.list": run<Stripe.Checkout.SessionListParams>(({ store }, params) => {
    const { customer, payment_intent: intent, status } = params;
    const wanted = store
      .all("checkout.session")
      .filter((one) => customer === undefined || idOf(one.customer) === customer)
      .filter((one) => intent === undefined || idOf(one.payment_intent) === intent)
      .filter((one) => status === undefined || one.status === status);
    return page(wanted, params, "/v1/checkout/sessions");
  }),

  "CheckoutSessions.expire": run((sandbox, _params, { id }) => {
    const session = sandbox.store.need("checkout.session", id);
    if (session.status !== "open")
      refuse('Only Checkout Sessions with a status in ["open"] can be expired.', { param: "session" });
    expireSession(sandbox, session);
    return session;
  }),

  "CheckoutSessions.listLineItems": run<Stripe.Checkout.SessionListLineItemsParams>(({ store }, params, { id }) =>
    page(
      [...store.need("checkout.session", id)._line_items].reverse(),
      params,
      `/v1/checkout/sessions/${id}/line_items`,
    ),
  ),
};

onDemand("checkout.session", "line_items", (store, id) => {
  const items = store.find("checkout.session", id)?._line_items ?? [];
  return page([...items].reverse(), { limit: 100 }, `/v1/checkout/sessions/${id}/line_items`);
});

const constant: Partial<Session> = {
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  payment_method_options: { card: { request_three_d_secure: "automatic" } },
  payment_method_types: ["card"],
  shipping_options: [],
  status: "open",
  ui_mode: "hosted_page",
};

function given(sandbox: Sandbox, params: Params): Partial<Session> {
  const created = sandbox.clock.now();
  const expires_at = params.expires_at ?? created + EXPIRES_AFTER_SECONDS;
  if (expires_at < created + EXPIRES_AFTER_MIN_SECONDS || expires_at > created + EXPIRES_AFTER_SECONDS)
    refuse("The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.", {
      param: "expires_at",
    });
  return {
    created,
    expires_at,
    customer: params.customer ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: metadata(params.metadata),
    submit_type: params.submit_type ?? null,
    success_url: params.success_url ?? null,
    _line_items: [],
  };
}

function setup(sandbox: Sandbox, params: Params): Partial<Session> {
  if (!params.currency) refuse("Missing required param: currency.", { code: "parameter_missing", param: "currency" });
  if (params.line_items) refuse("You cannot use `line_items` in `setup` mode.", { param: "line_items" });
  const { description, metadata: notes } = params.setup_intent_data ?? {};
  const intent = addSetup(sandbox, {
    ...(params.customer === undefined ? {} : { customer: params.customer }),
    ...(description === undefined ? {} : { description }),
    ...(notes === undefined ? {} : { metadata: notes }),
    usage: "off_session",
  });
  return {
    currency: params.currency,
    payment_method_collection: "always",
    payment_status: "no_payment_required",
    setup_intent: intent.id,
  };
}

function payment(sandbox: Sandbox, params: Params): Partial<Session> {
  const items = (params.line_items ?? []).map((item) => lineItem(sandbox, item));
  const [first] = items;
  if (!first) refuse("Missing required param: line_items.", { code: "parameter_missing", param: "line_items" });
  const total = items.reduce((sum, item) => sum + item.amount_total, 0);
  needAmount(total, first.currency);
  return {
    amount_subtotal: total,
    amount_total: total,
    currency: first.currency,
    payment_method_collection: "if_required",
    payment_status: "unpaid",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    _line_items: items,
    _payment_intent_data: params.payment_intent_data,
  } as Partial<Session>;
}

function lineItem(sandbox: Sandbox, item: NonNullable<Params["line_items"]>[number]): Stripe.LineItem {
  const { quantity = 1, price_data: data } = item;
  const price = data ? addPrice(sandbox, data) : sandbox.store.need("price", item.price, "line_items[0][price]");
  const product = sandbox.store.need("product", idOf(price.product));
  const amount = Math.round(unitCents(price) * quantity);
  return {
    id: sandbox.nextId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: metadata(item.metadata),
    price,
    quantity,
  };
}
