import { Fragment } from "react";
import type { WorkspaceRow } from "~/usage/inside/workspaces/workspace-row.server";
import { maskedToken } from "~/usage/inside/workspaces/masked-token";
import { formatDate, formatDateTime } from "~/platform/ui/format";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { formatCoins } from "~/platform/ui/usage-format";
import { RowActions } from "./row-actions";

interface WorkspaceTableProps {
  rows: WorkspaceRow[];
  host: string;
  mayWrite: boolean;
  empty: string;
}

/** The workspaces (2.4). Tokens are masked for everybody; an admin shows them by 'Tokens', which is audited. */
export function WorkspaceTable({ rows, host, mayWrite, empty }: WorkspaceTableProps) {
  return (
    <Table
      caption="Workspaces"
      rows={rows}
      rowKey={(row) => row.name}
      empty={empty}
      columns={[
        { head: "Workspace", cell: (row) => <NameCell row={row} host={host} />, className: "xl:min-w-48" },
        {
          head: "URL",
          cell: ({ name }) => <Parted text={`${name}.${host}`} at="." />,
          className: "text-muted [overflow-wrap:anywhere] xl:min-w-44",
        },
        {
          head: "Users",
          cell: ({ users, maxUsers }) => `${users} of ${maxUsers}`,
          numeric: true,
          className: "whitespace-nowrap",
        },
        { head: "API KEY", cell: ({ keyLast4 }) => <Masked prefix="mr_" last4={keyLast4} /> },
        { head: "Admin token", cell: ({ adminLast4 }) => <Masked prefix="mrw_" last4={adminLast4} /> },
        {
          head: (
            <>
              Coins (M), <span className="whitespace-nowrap">30 days</span>
            </>
          ),
          label: "Coins (M), 30 days",
          cell: ({ coins }) => (coins === null ? "not known now" : formatCoins(coins)),
          numeric: true,
        },
        { head: "Created, last activity", cell: (row) => <Times row={row} /> },
        ...(mayWrite ? [ACTIONS] : []),
      ]}
    />
  );
}

const ACTIONS: Column<WorkspaceRow> = {
  head: <span className="sr-only">Tokens, Delete</span>,
  cell: (row) => <RowActions row={row} />,
  className: "md:text-right",
};

function NameCell({ row, host }: { row: WorkspaceRow; host: string }) {
  const { name, ownerId, ownerEmail, tenantName } = row;
  return (
    <span className="flex flex-col items-start gap-2 md:gap-1">
      <a href={`https://${name}.${host}`} className="prose-link font-medium break-all" rel="noreferrer">
        {name}
      </a>
      <span className="font-normal text-muted [overflow-wrap:anywhere]">
        <span className="sr-only">Owner </span>
        <TextLink to={`/users/view/${ownerId}`}>
          {ownerEmail === "" ? tenantName : <Parted text={ownerEmail} at="@" />}
        </TextLink>
      </span>
    </span>
  );
}

/** Breaks, if it must, where its parts meet. */
function Parted({ text, at }: { text: string; at: string }) {
  return text.split(at).map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? (
        <>
          {at}
          <wbr />
        </>
      ) : null}
      {part}
    </Fragment>
  ));
}

function Times({ row: { created, active } }: { row: WorkspaceRow }) {
  return (
    <span className="flex flex-col whitespace-nowrap">
      <Time epochSeconds={created} format={formatDate} />
      <span className="text-muted">
        {active === null ? "tokens not used yet" : <Time epochSeconds={active} format={formatDateTime} />}
      </span>
    </span>
  );
}

function Masked({ prefix, last4 }: { prefix: "mr_" | "mrw_"; last4: string | null }) {
  if (last4 === null) return <>–</>;
  return <span className="font-mono text-code whitespace-nowrap">{maskedToken(prefix, last4)}</span>;
}
