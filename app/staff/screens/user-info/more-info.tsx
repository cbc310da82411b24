import type { MoreUserInfo } from "~/staff/inside/users/read-user-info.server";
import { formatDateTime } from "~/platform/ui/format";
import { type Column, Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { formatCoins } from "~/platform/ui/usage-format";
import { Status } from "../users/users-columns";

/** A user's subscription status and client reports: now, in the last 30 days, and of the first protocol. */
export function MoreInfo({ info: { info, stats_current, stats, stats_old } }: { info: MoreUserInfo }) {
  return (
    <div className="flex flex-col gap-4 py-2 text-left">
      <p className="text-sm">
        <span className="text-muted">codify_subscription_status</span>{" "}
        <Status status={info.codify_subscription_status} />
      </p>
      <Part
        title="stats_current"
        rows={stats_current}
        empty="No client has reported yet"
        columns={[
          { head: "Reported", cell: ({ ts_reported }) => <Time epochSeconds={ts_reported} format={formatDateTime} /> },
          { head: "Client", cell: ({ enduser_client_version }) => enduser_client_version },
        ]}
      />
      <Part
        title="stats"
        rows={stats}
        empty="No usage in the last 30 days"
        columns={[
          { head: "Day", cell: ({ day }) => day },
          { head: "Calls", cell: ({ calls }) => calls.toLocaleString("en-US"), numeric: true },
          { head: "Tokens", cell: ({ tokens }) => tokens.toLocaleString("en-US"), numeric: true },
          { head: "Coins (M)", cell: ({ coins }) => formatCoins(coins), numeric: true },
        ]}
      />
      <Part
        title="stats_old"
        rows={stats_old}
        empty="No client of the first protocol"
        columns={[
          { head: "Reported", cell: ({ reported_ts }) => <Time epochSeconds={reported_ts} format={formatDateTime} /> },
          { head: "Client", cell: ({ client_version }) => client_version },
        ]}
      />
    </div>
  );
}

interface PartProps<Row> {
  title: string;
  rows: Row[];
  empty: string;
  columns: Column<Row>[];
}

function Part<Row>({ title, rows, empty, columns }: PartProps<Row>) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <Table caption={title} rows={rows} rowKey={(row) => rows.indexOf(row)} empty={empty} columns={columns} />
      )}
    </section>
  );
}
