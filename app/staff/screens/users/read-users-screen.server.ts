import { countryName } from "~/platform/countries.server";
import { type AskedRange, askedRange, dayOf, type Days, FIRST_DAY } from "~/platform/day-range";
import { countCustomers } from "~/staff/inside/users/count-users.server";
import { listSignUps } from "~/staff/inside/users/list-sign-ups.server";
import { listTopPaid } from "~/staff/inside/users/list-top-paid.server";
import { eachUser, listFilter, listUsers } from "~/staff/list-users.server";
import { listActiveDays, readActiveUsers } from "~/staff/read-active.server";
import { readFiguresTs } from "~/staff/read-figures-age.server";
import { type CustomerList, type UserFilter, userFilterOf, userSortOf } from "~/staff/user-filter";
import { csvTable } from "~/platform/http/csv-instead.server";
import { pageNumber } from "~/platform/http/page-number";
import { OF_RANGE } from "~/platform/ui/range-filter";
import { ACTIVE_PART } from "./active-users";
import { FACET_NAMES } from "./facets";
import { USER_COLUMNS, usersView } from "./users-view.server";

const SIGN_UP_DAYS = 7;

interface Asked {
  search: URLSearchParams;
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
export function readUsersScreen({ search, now }: Asked) {
  const filter = userFilterOf(search, now);
  const tab = tabOf(search);
  const shown =
    tab === "all"
      ? listUsers({ filter, sort: userSortOf(search), page: pageNumber(search, "page"), now })
      : listUsers({
          filter: listFilter(tab, search.get(tab) ?? ""),
          ...{ sort: "newest", page: pageNumber(search, `${tab}_page`), now },
        });
  return {
    active: readActiveUsers({ now }),
    history: listActiveDays({ days: activeDays({ search, now }), now }),
    signUps: listSignUps({ days: SIGN_UP_DAYS, now }),
    top: topTenants(),
    users: shown.then(usersView),
    counts: countCustomers(),
    figuresTs: readFiguresTs(),
  };
}

/** The URL's filters, as the fields show them. */
export function askedOf({ search, now }: Asked) {
  const filter = userFilterOf(search, now);
  const inList = (list: CustomerList) => listFilter(list, search.get(list) ?? "").q;
  return {
    filter,
    tab: tabOf(search),
    active: activeRange({ search, now }),
    sort: userSortOf(search),
    country: filter.country === "" ? "" : countryName(filter.country),
    pro: inList("pro"),
    free: inList("free"),
  };
}

/** The screen's tables as files, with the URL's filters. */
export function usersTables({ search, now }: Asked) {
  const table = (filter: UserFilter, sort = userSortOf(new URLSearchParams())) =>
    csvTable(eachUser({ filter, sort, now }), USER_COLUMNS);
  return {
    users: () => table(userFilterOf(search, now), userSortOf(search)),
    pro: () => table(listFilter("pro", search.get("pro") ?? "")),
    free: () => table(listFilter("free", search.get("free") ?? "")),
    active: () =>
      csvTable(async () => await listActiveDays({ days: activeDays({ search, now }), now, all: true }), {
        Day: ({ day }) => day,
        DAU: ({ daily }) => daily,
        WAU: ({ weekly }) => weekly,
        MAU: ({ monthly }) => monthly,
      }),
  };
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
