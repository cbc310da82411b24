import { hasRole, type Role } from "~/platform/role";
import { DASHBOARD_GROUPS } from "~/platform/route-rows.js";
import { type Screen, screens } from "~/routes.js";
import type { NavGroup } from "./navigation";

/** The dashboard's navigation for a role (A29). */
export function navigationOf(role: Role): NavGroup[] {
  return groupsOf(role).map(({ label, rows }) => ({
    label,
    screens: rows.flatMap((row) => (row.label ? [{ label: row.label, to: row.url, letter: row.letter }] : [])),
    below: rows.flatMap(({ label, url }) => (label ? [] : [url.split(":", 1)[0]?.toLowerCase() ?? url])),
  }));
}

/** The groups in their order; omits groups without screens. */
function groupsOf(role: Role): { label: string; rows: Screen[] }[] {
  const rows = screens.filter(({ who, group }) => group && who && hasRole(role, who));
  return DASHBOARD_GROUPS.map((label) => ({ label, rows: rows.filter(({ group }) => group === label) })).filter(
    (group) => group.rows.some(({ label }) => label),
  );
}
