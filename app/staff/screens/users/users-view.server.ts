import { unitsToDollars2, type Units } from "~/money/units";
import { countryName } from "~/platform/countries.server";
import { tagsAsText } from "~/compute/task-tags";
import type { UsersPage } from "~/staff/list-users.server";
import type { ListedUser } from "~/staff/read-users.server";
import type { CsvColumns } from "~/platform/http/csv-instead.server";

/** A user for the tables; amounts in dollars, times in epoch seconds. */
export type UserView = ReturnType<typeof userView>;

export interface UsersView extends Omit<UsersPage, "rows"> {
  rows: UserView[];
}

export function usersView({ rows, ...page }: UsersPage, seesMoney: boolean): UsersView {
  return { ...page, rows: rows.map((user) => userView(user, seesMoney)) };
}

function userView(user: ListedUser, seesMoney: boolean) {
  const { id, name, email, provider, created, role, state } = user;
  return {
    ...{ id, name, email, provider, created, role, state },
    status: user.codify_subscription_status,
    tenantName: user.tenant_name,
    country: user.country === "" ? "" : countryName(user.country),
    tags: user.tags,
    balance: seesMoney ? dollarsOf(user.balance) : null,
    spend: seesMoney ? dollarsOf(user.spend) : null,
    seenTs: user.seen === null ? null : Date.parse(user.seen) / 1000,
  };
}

/** All lists have the same CSV columns. */
export function userColumns(seesMoney: boolean): CsvColumns<ListedUser> {
  if (seesMoney) return COLUMNS;
  return Object.fromEntries(Object.entries(COLUMNS).filter(([head]) => !head.endsWith(", dollars")));
}

const COLUMNS: CsvColumns<ListedUser> = {
  Name: (user) => user.name,
  Email: (user) => user.email,
  Tenant: (user) => user.tenant_name,
  Provider: (user) => user.provider,
  "Subscription status": (user) => user.codify_subscription_status,
  "Registration Date": (user) => user.created_at,
  Role: (user) => user.role,
  State: (user) => user.state,
  Source: (user) => user.source,
  Country: (user) => user.country,
  Tags: (user) => tagsAsText(user.tags),
  "Balance, dollars": (user) => dollarsOf(user.balance),
  "Spent in 30 days, dollars": (user) => dollarsOf(user.spend),
  "Last seen": (user) => user.seen,
};

function dollarsOf(units: bigint): number {
  return unitsToDollars2(units as Units);
}
