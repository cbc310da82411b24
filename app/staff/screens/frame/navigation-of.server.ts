import { STAFF_SCREEN_NEEDS, type StaffScreen } from "~/platform/http/staff-needs";
import { meetsNeed, type WithRights } from "~/platform/staff-rights";
import { DASHBOARD_GROUPS } from "~/platform/route-rows.js";
import { type Screen, screens } from "~/routes.js";
import type { NavGroup } from "./navigation";

/** The dashboard's navigation for a member of staff (A29). */
export function navigationOf(viewer: WithRights): NavGroup[] {
  return groupsOf(viewer).map(({ label, rows }) => ({
    label,
    screens: rows.flatMap((row) => (row.label ? [{ label: row.label, to: row.url, letter: row.letter }] : [])),
    below: rows.flatMap(({ label, url }) => (label ? [] : [url.split(":", 1)[0]?.toLowerCase() ?? url])),
  }));
}

/** The groups in their order; omits groups without screens. */
function groupsOf(viewer: WithRights): { label: string; rows: Screen[] }[] {
  const rows = screens.filter(
    ({ group, folder }) => group && meetsNeed(viewer, STAFF_SCREEN_NEEDS[folder as StaffScreen].look),
  );
  return DASHBOARD_GROUPS.map((label) => ({ label, rows: rows.filter(({ group }) => group === label) })).filter(
    (group) => group.rows.some(({ label }) => label),
  );
}
