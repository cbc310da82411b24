import { countryName } from "~/platform/countries.server";
import { type AskedRange, askedRange, dayOf, type Days, FIRST_DAY } from "~/platform/day-range";
import { countCustomers } from "~/staff/inside/users/count-users.server";
import { listSignUps } from "~/staff/inside/users/list-sign-ups.server";
import { listTopPaid } from "~/staff/inside/users/list-top-paid.server";
import { eachUser, listFilter, listUsers } from "~/staff/list-users.server";
import { listActiveDays, readActiveUsers } from "~/staff/read-active.server";
import { readFiguresTs } from "~/staff/read-figures-age.server";
import {
  type CustomerList,
  isOfMoney,
  type UserFilter,
  userFilterOf,
  type UserSort,
  userSortOf,
} from "~/staff/user-filter";
import { csvTable } from "~/platform/http/csv-instead.server";
import { pageNumber } from "~/platform/http/page-number";
import { OF_RANGE } from "~/platform/ui/range-filter";
import { ACTIVE_PART } from "./active-users";
import { FACET_NAMES } from "./facets";
import { userColumns, usersView } from "./users-view.server";

const SIGN_UP_DAYS = 7;

interface Asked {
  search: URLSearchParams;
  seesMoney: boolean;
  now: Date;
}

const TABS = ["pro", "free", "all"] as const;

/** Parameters of the tab of all users. */
const OF_ALL = ["q", "page", "sort", ...FACET_NAMES, ...OF_RANGE];

/** The list that an address shows: the named one, or the one whose filters it has. */
function tabOf(search: URLSearchParams): (typeof TABS)[number] {
  const named = TABS.find((tab) => tab === search.get("list"));
  if (named) return named;
  if (OF_ALL.some((name) => search.has(name))) return "all";
  return search.has("free") || search.has("free_page") ? "free" : "pro";
}

/** The parts of the screen, each read on its own. Of the lists only the shown one is read. */
export function readUsersScreen(asked: Asked) {
  const { search, seesMoney, now } = asked;
  const filter = filterOf(asked);
  const tab = tabOf(search);
  const shown =
    tab === "all"
      ? listUsers({ filter, sort: sortOf(asked), page: pageNumber(search, "page"), now })
      : listUsers({
          filter: listFilter(tab, search.get(tab) ?? ""),
          ...{ sort: "newest", page: pageNumber(search, `${tab}_page`), now },
        });
  return {
    active: readActiveUsers({ now }),
    history: listActiveDays({ days: activeDays(asked), now }),
    signUps: listSignUps({ days: SIGN_UP_DAYS, now }),
    top: seesMoney ? topTenants() : Promise.resolve(null),
    users: shown.then((page) => usersView(page, seesMoney)),
    counts: countCustomers(),
    figuresTs: readFiguresTs(),
  };
}

/** The URL's filters, as the fields show them. */
export function askedOf(asked: Asked) {
  const { search } = asked;
  const filter = filterOf(asked);
  const inList = (list: CustomerList) => listFilter(list, search.get(list) ?? "").q;
  return {
    filter,
    tab: tabOf(search),
    active: activeRange(asked),
    sort: sortOf(asked),
    country: filter.country === "" ? "" : countryName(filter.country),
    pro: inList("pro"),
    free: inList("free"),
  };
}

/** The screen's tables as files, with the URL's filters. */
export function usersTables(asked: Asked) {
  const { search, seesMoney, now } = asked;
  const table = (filter: UserFilter, sort = userSortOf(new URLSearchParams())) =>
    csvTable(eachUser({ filter, sort, now }), userColumns(seesMoney));
  return {
    users: () => table(filterOf(asked), sortOf(asked)),
    pro: () => table(listFilter("pro", search.get("pro") ?? "")),
    free: () => table(listFilter("free", search.get("free") ?? "")),
    active: () =>
      csvTable(async () => await listActiveDays({ days: activeDays(asked), now, all: true }), {
        Day: ({ day }) => day,
        DAU: ({ daily }) => daily,
        WAU: ({ weekly }) => weekly,
        MAU: ({ monthly }) => monthly,
      }),
  };
}

/** Filters and orders by money are only for staff who see it. */
function filterOf({ search, seesMoney, now }: Asked): UserFilter {
  return { ...userFilterOf(search, now), ...(seesMoney ? {} : { debt: false, low: false }) };
}

function sortOf({ search, seesMoney }: Asked): UserSort {
  const sort = userSortOf(search);
  return seesMoney || !isOfMoney(sort) ? sort : "newest";
}

/** The days of active users have their own names: the others are of registrations. */
function activeRange({ search, now }: Asked): AskedRange {
  return askedRange(search, now, "30", ACTIVE_PART);
}

function activeDays(asked: Asked): Days {
  const { days } = activeRange(asked);
  return days ?? { start: FIRST_DAY, end: dayOf(asked.now) };
}

async function topTenants() {
  return (await listTopPaid()).map(({ tenantName, coins }) => ({ tenantName, coins: Number(coins) }));
}
