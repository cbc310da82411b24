import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forAll, forStaff, dashboard, pathsOf } = rowsOf("site");

/** @type {Screen[]} */
export const screens = [
  forAll("/", "home"),
  forAll("/faq", "faq"),
  forAll("/api", "api"),
  forAll("/contact", "contact"),
  forAll("/chat", "chat"),
  forAll("/changelog", "changelog"),
  forAll("/terms", "terms"),
  forAll("/privacy", "privacy"),
  forAll("/mailbox", "mailbox"),
  forAll("/cookie-notice", "cookie-notice"),
  forAll("/theme", "theme"),
  forAll("/*", "not-found"),

  dashboard("Site")(
    "faq",
    "faq-editor",
    "FAQ",
    "What visitors read: sections and topics, their history, and what can be undone.",
    "f",
  ),
  forStaff("/dashboard/faq/:id/history", "faq-history", { group: "Site" }),
];

const faq = pathsOf("faq", "FAQ", "Questions and their answers.");

/** @type {JsonPath[]} */
export const jsonPaths = [
  faq("/faq/all", "all"),
  faq("/faq/save", "save"),
  faq("/faq/move", "move"),
  faq("/faq/delete", "delete"),
];
