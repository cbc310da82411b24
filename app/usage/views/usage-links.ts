import { type UsageFilter, usageQuery } from "~/usage/inside/figures/usage-filter";

/** Days and names of usage in the addresses of the screens that show it. */
export interface UsageAddress extends Partial<UsageFilter> {
  /** `YYYY-MM-DD`, UTC. */
  day?: string;
  kind?: string;
  start_date?: string;
  end_date?: string;
  range?: string;
}

/** Raw events of a day, a model or a user; staff see them without texts. */
export function eventsPath(asked: UsageAddress): string {
  return `/dashboard/usage/events${usageQuery({ ...asked })}`;
}

/** The users behind a figure. */
export function meteringPath(asked: UsageAddress): string {
  return `/dashboard/metering${usageQuery({ ...asked })}`;
}

export function userMeteringPath(user: string, days?: number): string {
  return `/dashboard/user-metering/${encodeURIComponent(user)}${days === undefined ? "" : `?days=${days}`}`;
}

export function modelsPath(asked: UsageAddress): string {
  return `/dashboard/models${usageQuery({ ...asked })}`;
}
