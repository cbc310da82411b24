import { CsvLink } from "~/platform/ui/csv-link";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Unread } from "~/platform/ui/unread";
import { SearchForm } from "~/platform/ui/search-form";
import { goesOn, UserCount } from "./user-count";
import { USER_COLUMNS } from "./users-columns";
import type { UsersView } from "./users-view.server";

interface CustomerListProps {
  /** Name of the list and of its filter in the URL. */
  list: "pro" | "free";
  title: string;
  q: string;
  users: UsersView | null;
}

/** Customers with or without PRO, newest first (A11). */
export function CustomerList({ list, title, q, users }: CustomerListProps) {
  return (
    <Panel
      id={list}
      title={title}
      lead={users ? <UserCount {...users} /> : undefined}
      padded={false}
      actions={
        <>
          <SearchForm
            name={list}
            value={q}
            label={`Filter ${title} users`}
            placeholder="Filter users"
            button="Filter"
            replaces={[`${list}_page`]}
          />
          <CsvLink table={list} of={`${title} users`} />
        </>
      }
    >
      {users ? (
        <>
          <Table
            caption={`${title} users`}
            rows={users.rows}
            rowKey={({ id }) => id}
            empty="No users found"
            columns={USER_COLUMNS}
          />
          <Pager
            name={`${list}_page`}
            page={users.page}
            pages={users.pages}
            more={goesOn(users)}
            of={`${title} users`}
          />
        </>
      ) : (
        <Unread />
      )}
    </Panel>
  );
}
