/**
 * All URLs: each with the file that handles it, and its texts in every list. Each module has its rows in its own
 * `routes.js`. Screens are nested in the layout of their audience; JSON paths have no layout, so that no loader of a
 * screen runs for them. Only for the server: the browser gets its data from a loader.
 */

import * as accounts from "./accounts/routes.js";
import * as compute from "./compute/routes.js";
import * as fleet from "./fleet/routes.js";
import * as money from "./money/routes.js";
import * as payments from "./payments/routes.js";
import * as platform from "./platform/routes.js";
import * as rehearsal from "./rehearsal/routes.js";
import * as site from "./site/routes.js";
import * as staff from "./staff/routes.js";
import * as usage from "./usage/routes.js";

/** @typedef {import("./platform/route-rows.js").Audience} Audience */
/** @typedef {import("./platform/route-rows.js").Screen} Screen */
/** @typedef {import("./platform/route-rows.js").JsonPath} JsonPath */
/** @typedef {import("./platform/route-rows.js").Noun} Noun */

/**
 * Their order is that of the dashboard's navigation, within each group.
 * @type {Screen[]}
 */
export const screens = [accounts, fleet, compute, rehearsal, money, staff, site, payments, usage].flatMap(
  (one) => one.screens,
);

/** In the order of the API reference.
 * @type {JsonPath[]} */
export const jsonPaths = [compute, accounts, money, payments, fleet, rehearsal, staff, usage, site, platform].flatMap(
  (one) => one.jsonPaths,
);

/** @type {Record<Audience, string>} */
const LAYOUTS = {
  public: "site/screens/layout.tsx",
  customer: "accounts/screens/layout.tsx",
  operator: "staff/screens/layout.tsx",
};

/** @type {import("@remix-run/dev").AppConfig["routes"]} */
export async function defineMillraceRoutes(defineRoutes) {
  return defineRoutes((route) => {
    for (const [audience, layout] of Object.entries(LAYOUTS)) {
      route("", layout, { id: `${audience}-layout` }, () => {
        for (const { url, file } of screens.filter((screen) => screen.audience === audience)) {
          if (url === "/") route("", file, { index: true });
          else route(url.slice(1), file);
        }
      });
    }
    for (const { url, file } of jsonPaths) route(url.slice(1), file);
  });
}
