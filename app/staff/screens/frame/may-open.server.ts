import { patternFinder } from "~/platform/http/route-pattern.server";
import { STAFF_SCREEN_NEEDS, type StaffScreen } from "~/platform/http/staff-needs";
import { meetsNeed, type WithRights } from "~/platform/staff-rights";
import { screens } from "~/routes.js";

const OF_STAFF = new Map(
  screens.filter(({ audience }) => audience === "operator").map(({ url, folder }) => [url, folder as StaffScreen]),
);
const patternOf = patternFinder([...OF_STAFF.keys()]);

/** Checks that somebody may look at a path; only screens of staff need a right. */
export function mayOpen(viewer: WithRights, path: string): boolean {
  const screen = OF_STAFF.get(patternOf(path.split(/[?#]/, 1)[0] ?? ""));
  return screen === undefined || meetsNeed(viewer, STAFF_SCREEN_NEEDS[screen].look);
}
