import { formatUptime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";

interface LineRow {
  id: string;
  ts: number;
  kind: string;
  text: string;
  detail: { seconds: number; gpus: number } | null;
  amount: string;
}

/** The movements of a page, each with a link to its calculation. */
export function Lines({ month, lines }: { month: string; lines: LineRow[] }) {
  return (
    <Table
      caption="Movements"
      className="money-lines statement-lines"
      rows={lines}
      rowKey={(line) => line.id}
      empty="Nothing moved in this month"
      columns={[
        { head: "Date", cell: (line) => <Time epochSeconds={line.ts} utc /> },
        { head: "Kind", cell: (line) => line.kind },
        {
          head: "Movement",
          title: true,
          cell: (line) => <TextLink to={`/billing/statements/${month}/lines/${line.id}`}>{line.text}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere] md:min-w-40",
        },
        { head: "GPUs", cell: (line) => line.detail?.gpus ?? null, numeric: true },
        {
          head: "Charged time",
          cell: (line) => (line.detail ? formatUptime(line.detail.seconds) : null),
          numeric: true,
        },
        {
          head: "Amount",
          cell: (line) => line.amount,
          numeric: true,
          className: "line-amount font-medium",
        },
      ]}
    />
  );
}
