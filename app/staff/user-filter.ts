import { SIGN_UP_SOURCES } from "~/accounts/sign-up-sources";
import { normaliseTag } from "~/compute/task-tags";
import { askedRange, type Days } from "~/platform/day-range";
import type { UserState } from "~/platform/role";
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from "~/payments/subscription-states";

/** The two lists of customers (A11). */
export type CustomerList = "pro" | "free";

export const LISTS: readonly CustomerList[] = ["pro", "free"];
export const STATES: readonly UserState[] = ["active", "unverified", "suspended", "closed"];
export const SOURCES = [...Object.keys(SIGN_UP_SOURCES), "unknown"];
/** Ranges for a user's last visit. */
export const SEEN = ["today", "7", "30", "longer", "never"] as const;
export type Seen = (typeof SEEN)[number];
export const SORTS = ["newest", "balance", "spend", "seen"] as const;
export type UserSort = (typeof SORTS)[number];

/** Checks that an order of users tells who has or spends more. */
export function isOfMoney(sort: string): boolean {
  return sort === "balance" || sort === "spend";
}

/** A filter of users; empty texts and null match all. */
export interface UserFilter {
  /** Part of a name or an email, in any case; at most 100 characters (9.5). */
  q: string;
  /** The fields to search: name, email, tenant_name. */
  fields: readonly SearchField[];
  list: CustomerList | null;
  role: string;
  state: UserState | "";
  status: SubscriptionStatus | "";
  source: string;
  country: string;
  seen: Seen | "";
  /** Only users who owe money. */
  debt: boolean;
  /** Only users warned of a low balance (B7). */
  low: boolean;
  /** Only users whose tenant has this tag of staff. */
  tag: string;
  /** The days of registration, in UTC. */
  registered: Days | null;
}

/** First letters of name, email and tenant_name, as in `user_words`. */
export type SearchField = "n" | "e" | "t";

export const EVERYONE: UserFilter = {
  q: "",
  fields: ["n", "e"],
  list: null,
  role: "",
  state: "",
  status: "",
  source: "",
  country: "",
  seen: "",
  debt: false,
  low: false,
  tag: "",
  registered: null,
};

const Q_MAX = 100;

/** Normalises a search text: without characters that no name holds, cut after 100 (9.5). */
export function searchText(given: string): string {
  const text = given
    .replace(/\p{Cc}/gu, "")
    .trim()
    .normalize("NFC");
  return [...text].slice(0, Q_MAX).join("");
}

/** Parses the filter of a URL; ignores unknown values. `status` may also name a list: pro or free. */
export function userFilterOf(search: URLSearchParams, now: Date): UserFilter {
  const among = <Value extends string>(name: string, values: readonly Value[]): Value | "" =>
    values.find((value) => value === search.get(name)) ?? "";
  const country = (search.get("country") ?? "").trim().toUpperCase();
  return {
    q: searchText(search.get("q") ?? ""),
    fields: ["n", "e", "t"],
    list: among("status", LISTS) || null,
    role: /^[a-z0-9-]{1,40}$/.exec(search.get("role") ?? "")?.[0] ?? "",
    state: among("state", STATES),
    status: among("status", SUBSCRIPTION_STATUSES),
    source: among("source", SOURCES),
    country: /^[A-Z]{2}$/.test(country) ? country : "",
    seen: among("seen", SEEN),
    debt: search.get("debt") === "1",
    low: search.get("low") === "1",
    tag: normaliseTag(searchText(search.get("tag") ?? "")),
    registered: askedRange(search, now, null).days,
  };
}

/** Parses the order of a URL. */
export function userSortOf(search: URLSearchParams): UserSort {
  return SORTS.find((sort) => sort === search.get("sort")) ?? "newest";
}
