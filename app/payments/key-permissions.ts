/** A part of the provider's interface: its names on the page of a restricted key, and the work that stops without it. */
interface Part {
  names: string;
  stops: string;
}

const PRO = "enabling, changing and ending PRO";

/** All parts that Millrace uses, by the beginning of the path. docs/payments.md lists them for a new key. */
const PARTS: Record<string, Part> = {
  balance_transactions: {
    names: "Balance transaction sources, Charges, Refunds and Disputes",
    stops: "the comparison of the ledger with the provider, and credit for payments that no event reported",
  },
  events: { names: "Events", stops: "reading the events that the webhook missed" },
  disputes: { names: "Disputes", stops: "taking disputed payments from balances" },
  refunds: { names: "Refunds", stops: "refunds to cards" },
  customers: { names: "Customers", stops: "the first card or payment of each customer" },
  payment_methods: { names: "PaymentMethods", stops: "adding and removing cards" },
  payment_intents: { names: "PaymentIntents", stops: "payments by card, also automatic ones" },
  setup_intents: { names: "SetupIntents", stops: "adding cards" },
  "checkout/sessions": { names: "Checkout Sessions", stops: "payments and new cards on the provider's page" },
  products: { names: "Products", stops: PRO },
  prices: { names: "Prices", stops: PRO },
  subscriptions: { names: "Subscriptions", stops: PRO },
  invoices: { names: "Invoices", stops: "invoices of PRO" },
  invoiceitems: { names: "Invoices", stops: "invoices of PRO" },
  coupons: { names: "Coupons", stops: "PRO with a code's discount" },
  "billing/meters": { names: "Billing meters", stops: PRO },
  "billing/meter_events": { names: "Billing meter events", stops: "billing the minutes of PRO" },
};

/** The permission that a refused request needs, such as 'Write for Refunds', and what stops without it. */
export function permissionOf(call: string | null): { permission: string; stops: string } {
  const [method, path = ""] = call?.split(" ") ?? [];
  const [, part] = Object.entries(PARTS).find(([start]) => `${path}/`.startsWith(`/v1/${start}/`)) ?? [];
  if (!part) return { permission: "", stops: "" };
  return { permission: `${method === "GET" ? "Read" : "Write"} for ${part.names}`, stops: part.stops };
}

/** The request without its ids, in the form of a key's permissions. One id in twelve has no digit, only letters. */
export function callOf(method: string, path: string): string {
  return `${method} ${path.replace(/\?.*/, "").replace(/\/[a-z]+_(?=\w*[\dA-Z])\w+/g, "/…")}`;
}
