import { findActors } from "~/platform/find-actors.server";
import type { AuditFilter } from "~/platform/list-audit.server";
import { type AskedRange, askedRange, momentsOf } from "~/platform/day-range";
import { findUser } from "~/accounts/find-user.server";

const SYSTEM = "system";
const TEXT_MAX = 254;

/** The filters of the URL (A21): `who`, `action`, `target`, and the days as `range` or `from` and `to`. */
export interface AskedAudit {
  who: string;
  action: string;
  target: string;
  range: AskedRange;
}

export function askedAudit(search: URLSearchParams, now: Date): AskedAudit {
  const text = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim().slice(0, TEXT_MAX);
  const days = new URLSearchParams({ range: text("range") });
  // Also accepts the names of the other screens, between which the navigation carries a range.
  days.set("start_date", text("from") || text("start_date"));
  days.set("end_date", text("to") || text("end_date"));
  return { who: text("who"), action: text("action"), target: text("target"), range: askedRange(days, now, null) };
}

/** The filter for the list: people by id. */
export async function filterOf({ who, action, target, range }: AskedAudit): Promise<AuditFilter> {
  const moments = range.days && momentsOf(range.days);
  return {
    actors: who === "" ? null : who.toLowerCase() === SYSTEM ? SYSTEM : await findActors(who),
    action,
    target: await targetOf(target),
    from: moments?.from ?? null,
    until: moments?.until ?? null,
  };
}

/** The stored form `user:42` of a target; accepts an email. */
async function targetOf(target: string): Promise<string> {
  if (!target.includes("@") || target.includes(":")) return target;
  const user = await findUser({ email: target });
  return user ? `user:${user.id}` : target;
}
