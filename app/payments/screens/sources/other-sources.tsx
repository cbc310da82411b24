import type { Sources } from "~/payments/inside/marketing/read-sources.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { formatCount } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";

/** Sources written by hand at registration; hidden if there are none (2.4). */
export function OtherSources({ rows, title }: { rows: Sources["other_sources"]; title: string }) {
  if (rows.length === 0) return null;
  return (
    <Panel title={title} padded={false} actions={<CsvLink table="other-sources" of={title} />}>
      <Table
        caption={title}
        compact
        rows={rows}
        rowKey={(row) => row.id}
        empty=""
        columns={[
          { head: "Source", cell: (row) => row.source_text || "–", className: "[overflow-wrap:anywhere]" },
          { head: "Count", cell: (row) => formatCount(row.count), numeric: true },
        ]}
      />
    </Panel>
  );
}
