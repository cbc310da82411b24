import { rowsOf } from "../platform/route-rows.js";

/** @typedef {import("../platform/route-rows.js").Screen} Screen */
/** @typedef {import("../platform/route-rows.js").JsonPath} JsonPath */

const { forStaff, dashboard, pathsOf } = rowsOf("rehearsal");

/** @type {Screen[]} */
export const screens = [
  dashboard("Rehearsal")("rehearsal", "rehearsals", "Rehearsal"),
  forStaff("/dashboard/rehearsal/:rehearsalId", "rehearsal", { group: "Rehearsal" }),
];

const rehearsals = pathsOf("rehearsals", "Rehearsals", "Changes played on the past (staff only).");

/** @type {JsonPath[]} */
export const jsonPaths = [
  rehearsals("/v1/rehearsals", "rehearsals"),
  rehearsals("/v1/rehearsals/:id", "rehearsal"),
  rehearsals("/v1/forecast", "forecast"),
];
