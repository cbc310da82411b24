import { useNavigation, useSearchParams } from "@remix-run/react";
import { classes } from "~/platform/ui/classes";
import { formatDateEnGb } from "~/platform/ui/format";
import { Link } from "~/platform/ui/link";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { MoreInfo } from "./more-info";
import type { ShownInfo } from "./read-user-info-screen.server";

interface Result {
  name: string;
  email: string;
  updatedTs: number;
}

/** The users found; both dates are the last login or change (2.4). Details open below a row. */
export function Results({ results, more }: { results: Result[]; more: ShownInfo | null }) {
  const updated = ({ updatedTs }: Result) => <Time epochSeconds={updatedTs} format={formatDateEnGb} />;
  return (
    <Table
      caption="Users found"
      rows={results}
      rowKey={({ email, name, updatedTs }) => email || `${name} ${updatedTs}`}
      empty="No users found"
      detail={({ email }) => (more?.email === email ? <MoreInfo info={more.info} /> : null)}
      columns={[
        { head: "Name", cell: ({ name }) => <bdi>{name}</bdi>, className: "[overflow-wrap:anywhere] md:min-w-40" },
        {
          head: "Email",
          cell: ({ email }) => email || "–",
          className: "[overflow-wrap:anywhere] max-md:col-span-full md:min-w-60",
        },
        { head: "Account Created", cell: updated },
        { head: "Account Updated (login)", cell: updated },
        {
          head: <span className="sr-only">More</span>,
          cell: ({ email }) => (email ? <Info email={email} open={more?.email === email} /> : null),
          className: "md:text-right",
        },
      ]}
    />
  );
}

/** The info icon opens and closes the details; it spins while they load. */
function Info({ email, open }: { email: string; open: boolean }) {
  const [search] = useSearchParams();
  const { location } = useNavigation();
  const asked = location ? new URLSearchParams(location.search).get("more") === email : false;
  const target = new URLSearchParams(search);
  if (open) target.delete("more");
  else target.set("more", email);
  return (
    <Link
      to={`?${target.toString()}`}
      preventScrollReset
      aria-label={`${open ? "Less" : "More"} about ${email}`}
      aria-busy={asked || undefined}
      className="inline-grid size-9 place-items-center rounded-control text-link hover:bg-sunken"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className={classes("size-5", asked && "animate-spin motion-reduce:animate-none")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        {asked ? (
          <path d="M8 1.75a6.25 6.25 0 1 1-6.25 6.25" />
        ) : (
          <path d="M8 14.25a6.25 6.25 0 1 0 0-12.5 6.25 6.25 0 0 0 0 12.5ZM8 7.5v3.25M8 5.1v.1" />
        )}
      </svg>
    </Link>
  );
}
