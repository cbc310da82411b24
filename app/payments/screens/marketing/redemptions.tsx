import { formatDate, formatDollars } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { RedemptionView } from "./read-redemptions.server";

/** The redemptions of a code and their results. */
export function Redemptions({ rows }: { rows: RedemptionView[] }) {
  return (
    <Table
      caption="Redemptions"
      rows={rows}
      rowKey={(row) => row.tenantName}
      empty="Nobody redeemed this code in these days."
      columns={[
        {
          head: "Name",
          cell: (row) => <TextLink to={`/users/view/${row.userId}`}>{row.name}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "Tenant",
          cell: (row) => <TextLink to={`/users/stats/${row.tenantName}`}>{row.tenantName}</TextLink>,
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Redeemed", cell: (row) => <Time epochSeconds={row.at} format={formatDate} /> },
        { head: "Money given", cell: (row) => formatDollars(row.given), numeric: true },
        { head: "Topped up after", cell: (row) => <MaybeTime epochSeconds={row.toppedUp} /> },
        { head: "Subscribed after", cell: (row) => <MaybeTime epochSeconds={row.subscribed} /> },
      ]}
    />
  );
}

function MaybeTime({ epochSeconds }: { epochSeconds: number | null }) {
  return epochSeconds === null ? "–" : <Time epochSeconds={epochSeconds} format={formatDate} />;
}
