import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forAll, forCustomers, forStaff, dashboard, pathsOf } = rowsOf("site");

/** @type {Screen[]} */
export const screens = [
  forAll("/", "home"),
  forAll("/faq", "faq", { label: "FAQ", menus: { visitors: 4, footer: 1 } }),
  forAll("/api", "api", { label: "API", menus: { footer: 3 } }),
  forAll("/contact", "contact", { label: "Contact", menus: { visitors: 5, footer: 4 } }),
  forCustomers("/contact/:id", "own-conversation"),
  forAll("/chat", "chat"),
  forAll("/changelog", "changelog", { label: "Changelog", menus: { footer: 6 } }),
  forAll("/terms", "terms", { label: "Terms", menus: { footer: 7 } }),
  forAll("/privacy", "privacy", { label: "Privacy", menus: { footer: 8 } }),
  forAll("/mailbox", "mailbox"),
  forAll("/cookie-notice", "cookie-notice"),
  forAll("/theme", "theme"),
  forAll("/*", "not-found"),

  dashboard("Customers")("inbox", "inbox", "Inbox", "i"),
  forStaff("/dashboard/inbox/:id", "conversation", { group: "Customers" }),
  forStaff("/dashboard/inbox-answers", "saved-answers", { group: "Customers" }),

  dashboard("Site")("faq", "faq-editor", "FAQ", "f"),
  forStaff("/dashboard/faq/:id/history", "faq-history", { group: "Site" }),
];

const faq = pathsOf("faq", "FAQ", "Frequently asked questions.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  faq("/faq/all", "all"),
  faq("/faq/save", "save"),
  faq("/faq/move", "move"),
  faq("/faq/delete", "delete"),
  pathsOf("mail", "Incoming mail", "Mails that belong to the inbox.")("/v1/inbound-mail", "inbound"),
];
