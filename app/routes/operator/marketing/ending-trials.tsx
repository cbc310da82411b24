import { Badge } from "~/ui/badge";
import { formatDate } from "~/ui/format";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import type { EndingView } from "./read-marketing-screen.server";

/** Trials that end within a week: who to write to, and who is likely to stay. */
export function EndingTrials({ rows }: { rows: EndingView[] }) {
  return (
    <Table
      caption="Trials that end this week"
      rows={rows}
      rowKey={(trial) => trial.userId}
      empty="No trial ends in the next 7 days."
      columns={[
        {
          head: "Name",
          cell: (trial) => <TextLink to={`/users/view/${trial.userId}`}>{trial.name}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "Email",
          cell: (trial) => trial.email || "–",
          className: "[overflow-wrap:anywhere] max-md:col-span-2 md:min-w-56",
        },
        { head: "Ends", cell: (trial) => <Time epochSeconds={trial.trialEnd} format={formatDate} /> },
        { head: "Days left", cell: (trial) => trial.daysLeft, numeric: true },
        { head: "Card", cell: ({ card }) => <Had word="saved" had={card} /> },
        { head: "Top-up", cell: ({ toppedUp }) => <Had word="settled" had={toppedUp} /> },
      ]}
    />
  );
}

function Had({ word, had }: { word: string; had: boolean }) {
  return had ? <Badge tone="ok">{word}</Badge> : <span className="text-muted">none</span>;
}
