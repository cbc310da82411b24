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

const MUTED = "max-md:text-muted";
/** Cell with its heading on the same line. */
const LABELLED = "max-md:text-muted max-md:before:mr-1.5 max-md:before:inline";

/** The movements of a page, each with a link to its calculation. A phone shows each as short lines: what, how much, and more below. */
export function Lines({ month, lines }: { month: string; lines: LineRow[] }) {
  return (
    <Table
      caption="Movements"
      rows={lines}
      rowKey={(line) => line.id}
      rowClass={() => "max-md:grid-cols-[minmax(0,1fr)_fit-content(62%)] max-md:gap-y-0.5 max-md:[&>td]:col-auto"}
      empty="Nothing moved in this month"
      columns={[
        { head: "Date", label: "", cell: (line) => <Time epochSeconds={line.ts} utc />, className: MUTED },
        { head: "Kind", label: "", cell: (line) => line.kind, className: `${MUTED} max-md:text-right` },
        {
          head: "Movement",
          title: true,
          cell: (line) => <TextLink to={`/billing/statements/${month}/lines/${line.id}`}>{line.text}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere] max-md:col-span-1 md:min-w-40",
        },
        { head: "GPUs", cell: (line) => line.detail?.gpus ?? null, numeric: true, className: LABELLED },
        {
          head: "Charged time",
          cell: (line) => (line.detail ? formatUptime(line.detail.seconds) : null),
          numeric: true,
          className: `${LABELLED} max-md:text-right`,
        },
        {
          head: "Amount",
          label: "",
          cell: (line) => line.amount,
          numeric: true,
          className: "font-medium max-md:-order-1 max-md:text-right",
        },
      ]}
    />
  );
}
