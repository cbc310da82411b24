import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forCustomers, dashboard, pathsOf } = rowsOf("payments");
const customers = dashboard("Customers");
const money = dashboard("Money");

/** @type {Screen[]} */
export const screens = [
  forCustomers("/billing/card", "card"),
  forCustomers("/billing/add-funds", "add-funds"),
  forCustomers("/billing/bank-transfer", "bank-transfer"),
  forCustomers("/billing/auto-top-up", "auto-top-up"),
  forCustomers("/subscription", "subscription", { label: "Subscription", menus: { user: 6 } }),
  customers("marketing", "marketing", "Marketing", "k"),
  customers("sources", "sources", "Sources", "o"),
  customers("statistics", "statistics", "Statistics", "t"),
  money("invoices", "invoices", "Invoices", "z"),
  money("vat", "vat", "VAT", "q"),
];

const cards = pathsOf("cards", "Cards", "Saved cards.");
const subscription = pathsOf("subscription", "Subscription", "The subscription, its card and its invoices.");
const marketing = pathsOf("marketing", "Marketing", "Promo codes, trials and where customers come from (staff only).");
const statistics = pathsOf("statistics", "Statistics", "Figures by day and month (staff only).");
const payments = pathsOf("payments", "Payments", "Called by the payment provider.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  cards("/billing/method", "method"),
  cards("/billing/deletecard", "delete-card"),
  cards("/billing/defaultcard", "default-card"),
  cards("/billing/setup-intent", "setup-intent"),

  subscription("/payments/invoices", "invoices"),
  subscription("/payments/method", "method"),
  subscription("/payments/status", "status"),
  subscription("/payments/update", "update"),
  subscription("/payments/subscribe", "subscribe"),
  subscription("/payments/usage", "usage"),
  subscription("/payments/download/:id", "download"),

  marketing("/dashboard/marketing-get-promos", "promos"),
  marketing("/dashboard/marketing-get-trial", "trials"),
  marketing("/dashboard/get-marketing-sources", "sources"),

  statistics("/dashboard/stats", "stats"),
  statistics("/dashboard/stats/daily", "daily"),
  statistics("/dashboard/stats/weekly", "weekly"),
  statistics("/dashboard/stats/monthly", "monthly"),

  payments("/webhooks/stripe", "webhook"),
];
