import { findActors } from "~/domain/audit/find-actors.server";
import type { AuditFilter } from "~/domain/audit/list-audit.server";
import { type AskedRange, askedRange, momentsOf } from "~/domain/day-range";
import { findUser } from "~/domain/accounts/find-user.server";

const SYSTEM = "system";
const TEXT_MAX = 254;

/** The filters of the address (A21): `who`, `action`, `target`, and the days as `range` or `from` and `to`. */
export interface AskedAudit {
  who: string;
  action: string;
  target: string;
  range: AskedRange;
}

export function askedAudit(search: URLSearchParams, now: Date): AskedAudit {
  const text = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim().slice(0, TEXT_MAX);
  const days = new URLSearchParams({ range: text("range") });
  // The names of the contract, beside those of the other screens, between which the navigation keeps a range.
  days.set("start_date", text("from") || text("start_date"));
  days.set("end_date", text("to") || text("end_date"));
  return { who: text("who"), action: text("action"), target: text("target"), range: askedRange(days, now, null) };
}

/** As the list takes them: people by their ids. */
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

/** `user:42` as it stands in a row, for which an email does too. */
async function targetOf(target: string): Promise<string> {
  if (!target.includes("@") || target.includes(":")) return target;
  const user = await findUser({ email: target });
  return user ? `user:${user.id}` : target;
}
