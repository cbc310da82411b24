import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { CHECK_WORDS } from "./check-words";
import { Exact } from "./exact";
import type { DifferenceView } from "./money-view";

interface DifferencesProps {
  rows: DifferenceView[];
  empty: string;
  resolved?: boolean;
}

/** Differences with both sides. */
export function Differences({ rows, empty, resolved }: DifferencesProps) {
  return (
    <Table
      caption={resolved ? "Resolved differences" : "Open differences"}
      rows={rows}
      rowKey={(row) => row.id}
      empty={empty}
      columns={[
        {
          head: "About",
          cell: (row) => (
            <>
              <span className="font-mono text-xs break-all">{row.subject}</span>
              <span className="block text-sm font-normal text-muted">{CHECK_WORDS[row.check].title}</span>
            </>
          ),
          className: "md:max-w-56 md:min-w-28",
        },
        {
          head: "What",
          cell: (row) => row.text,
          className: "[overflow-wrap:anywhere] max-md:col-span-full md:min-w-36",
        },
        { head: "Ledger", cell: (row) => <Exact amount={row.ledger} />, numeric: true },
        { head: "Provider", cell: (row) => <Exact amount={row.provider} />, numeric: true },
        { head: "First seen", cell: (row) => <Seen row={row} /> },
      ]}
    />
  );
}

/** The time when a difference was first seen, and below it when it was last seen or resolved. */
function Seen({ row: { firstSeenTs, lastSeenTs, resolvedTs } }: { row: DifferenceView }) {
  return (
    <>
      <Time epochSeconds={firstSeenTs} />
      <span className="block text-sm whitespace-nowrap text-muted">
        {resolvedTs === null ? "last" : "gone"} <Time epochSeconds={resolvedTs ?? lastSeenTs} />
      </span>
    </>
  );
}
