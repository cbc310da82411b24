import type { ReactNode } from "react";
import { Panel } from "~/platform/ui/panel";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import type { RefundRow } from "./read-refund-screen.server";

/** The columns of money that all lists of tasks on this screen share. */
export const MONEY: Column<RefundRow>[] = [
  { head: "Charged", cell: (row) => row.charged, numeric: true },
  { head: "Given back", cell: (row) => row.givenBack ?? "–", numeric: true },
  { head: "Left", cell: (row) => row.left, numeric: true, className: "font-medium" },
];

export const TENANT: Column<RefundRow> = {
  head: "Tenant",
  cell: ({ tenantName }) => <TextLink to={`/users/stats/${encodeURIComponent(tenantName)}`}>{tenantName}</TextLink>,
  className: "break-all",
};

/** A task's name; its own refund is behind the link. */
export function taskLink({ resvGuid, taskName }: RefundRow): ReactNode {
  return <TextLink to={`/dashboard/refund?task=${resvGuid}`}>{taskName}</TextLink>;
}

/** The chosen tasks, before anything is given. */
export function RefundTable({ rows }: { rows: RefundRow[] }) {
  return (
    <Panel title="Chosen tasks" padded={false}>
      <Table
        caption="Chosen tasks"
        rows={rows}
        rowKey={(row) => row.resvGuid}
        empty={null}
        columns={[
          { head: "Task", cell: taskLink, className: "font-medium [overflow-wrap:anywhere]" },
          TENANT,
          { head: "State", cell: (row) => row.state },
          ...MONEY,
        ]}
      />
    </Panel>
  );
}
