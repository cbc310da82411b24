import { useLocation, useSearchParams } from "@remix-run/react";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatDate, formatDollars } from "~/platform/ui/format";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { type Column, Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { Chips } from "./chips";
import { FACET_NAMES, Facets } from "./facets";
import { isOfMoney } from "~/staff/user-filter";
import { goesOn, UserCount } from "./user-count";
import type { askedOf } from "./read-users-screen.server";
import { SearchForm } from "~/platform/ui/search-form";
import { TagLinks } from "../user/tags";
import { NameOf, USER_COLUMNS } from "./users-columns";
import type { UsersView, UserView } from "./users-view.server";

const SORT_LABELS = { newest: "Newest", balance: "Balance", spend: "Spent in 30 days", seen: "Last seen" };

interface AllUsersProps {
  asked: ReturnType<typeof askedOf>;
  users: UsersView | null;
  figuresTs: number | null;
  roles: { name: string; label: string }[];
  seesMoney: boolean;
}

/** The list of all users, including staff, with search, filters and order in the URL. */
export function AllUsers({ asked, users, figuresTs, roles, seesMoney }: AllUsersProps) {
  const { filter } = asked;
  return (
    <Panel
      id="all"
      title="All users"
      lead={users ? <UserCount {...users} /> : undefined}
      padded={false}
      actions={<CsvLink of="all users" />}
    >
      <div className="flex flex-col gap-3 border-b px-4 py-4 sm:px-5">
        <SearchForm
          name="q"
          value={filter.q}
          label="Search users"
          placeholder="Name, email or tenant"
          button="Search"
          replaces={[...FACET_NAMES, "page"]}
        >
          <Facets filter={filter} roles={roles} seesMoney={seesMoney} />
        </SearchForm>
        <Chips filter={filter} country={asked.country} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Sorts sort={asked.sort} seesMoney={seesMoney} />
          {seesMoney ? (
            <p className="text-sm text-muted">
              {figuresTs === null ? (
                "Balances and spending are at most an hour old."
              ) : (
                <>
                  Balances and spending as of <Time epochSeconds={figuresTs} zoned />.
                </>
              )}
            </p>
          ) : null}
        </div>
      </div>
      {users ? (
        <>
          <Table
            caption="All users"
            rows={users.rows}
            rowKey={({ id }) => id}
            empty="No users found"
            columns={seesMoney ? ALL_COLUMNS : ALL_COLUMNS.filter(({ numeric }) => !numeric)}
          />
          <Pager page={users.page} pages={users.pages} more={goesOn(users)} of="all users" />
        </>
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function Sorts({ sort, seesMoney }: { sort: keyof typeof SORT_LABELS; seesMoney: boolean }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const sortedBy = (value: string) => {
    const wanted = new URLSearchParams(search);
    wanted.delete("page");
    wanted.set("sort", value);
    return `${pathname}?${wanted.toString()}`;
  };
  return (
    <ChoiceLinks
      label="Sort by"
      choices={Object.entries(SORT_LABELS)
        .filter(([value]) => seesMoney || !isOfMoney(value))
        .map(([value, label]) => ({
          label,
          to: sortedBy(value),
          current: value === sort,
        }))}
    />
  );
}

const [, EMAIL, , STATUS, CREATED] = USER_COLUMNS;

const ALL_COLUMNS: Column<UserView>[] = [
  { head: "Name and tenant", cell: (user) => <NameAndTenant user={user} />, className: "md:min-w-40" },
  ...(EMAIL ? [EMAIL] : []),
  ...(STATUS ? [STATUS] : []),
  { head: "Balance", cell: ({ balance }) => formatDollars(balance ?? 0), numeric: true },
  {
    head: <span className="whitespace-nowrap">30 days</span>,
    label: "Spent in 30 days",
    cell: ({ spend }) => formatDollars(spend ?? 0),
    numeric: true,
  },
  {
    head: "Last seen",
    cell: ({ seenTs }) => (seenTs === null ? "never" : <Time epochSeconds={seenTs} format={formatDate} />),
    className: "whitespace-nowrap max-md:col-span-2",
  },
  ...(CREATED ? [CREATED] : []),
];

/** The tenant below the name leaves room for the email; both lead to the same screen, so only one is a link. */
function NameAndTenant({ user }: { user: UserView }) {
  return (
    <span className="flex flex-col items-start [overflow-wrap:anywhere]">
      <NameOf user={user} />
      <span className="text-xs font-normal text-muted">
        <span className="sr-only">Tenant </span>
        {user.tenantName}
      </span>
      <TagLinks tags={user.tags} />
    </span>
  );
}
