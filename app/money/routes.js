import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forCustomers, pathsOf } = rowsOf("money");
const billing = pathsOf("billing", "Billing", "Balance, movements, statements and codes.");

/** @type {Screen[]} */
export const screens = [
  forCustomers("/billing", "billing", { label: "Billing", menus: { customers: 3 } }),
  forCustomers("/billing/movements", "movements"),
  forCustomers("/billing/budget", "budget"),
  forCustomers("/billing/statements", "statements"),
  forCustomers("/billing/statements/:month", "statement"),
  forCustomers("/billing/statements/:month/lines/:lineId", "statement-line"),
];

/** @type {JsonPath[]} */
export const jsonPaths = [
  billing("/v1/money", "money"),
  billing("/v1/billing-short", "billing-short"),
  billing("/v1/statements", "statements"),
  billing("/v1/statements/:month", "statement"),
  billing("/v1/statements/:month/csv", "statement-csv"),
  billing("/v1/statements/:month/pdf", "statement-pdf"),
  billing("/v1/statements/:month/lines/:line_id", "statement-line"),
  billing("/billing/tenant", "tenant"),
  billing("/v1/apply-promo", "apply-promo"),
  billing("/billing/download/:id", "download"),
];
