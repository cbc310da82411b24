import type { TrialRow } from "~/payments/inside/marketing/list-trials.server";
import { Badge } from "~/platform/ui/badge";
import { formatDate } from "~/platform/ui/format";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { EndingView } from "./read-marketing-screen.server";

/** Trials, running and ended, newest first (2.4). */
export function Trials({ trials }: { trials: TrialRow[] }) {
  return (
    <TrialTable
      caption="Trials"
      rows={trials}
      empty="No trials yet. A promo code for PRO or ‘Grant trial’ starts one."
      more={[
        { head: "Trial Started", cell: (trial) => <Time epochSeconds={trial.trial_start} format={formatDate} /> },
        { head: "Trial Ends", cell: (trial) => <Time epochSeconds={trial.trial_end} format={formatDate} /> },
      ]}
    />
  );
}

/** Trials that end within a week: whom to contact, and who is likely to stay. */
export function EndingTrials({ rows }: { rows: EndingView[] }) {
  return (
    <TrialTable
      caption="Trials that end this week"
      rows={rows}
      empty="No trial ends in the next 7 days."
      more={[
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

interface TrialTableProps<Row> {
  caption: string;
  rows: Row[];
  empty: string;
  /** Further columns after the user's. */
  more: Column<Row>[];
}

function TrialTable<Row extends { userId: number; name: string; email: string | null }>(props: TrialTableProps<Row>) {
  const { more, ...table } = props;
  return (
    <Table
      {...table}
      rowKey={(trial) => trial.userId}
      columns={[
        {
          head: "Name",
          cell: (trial) => <TextLink to={`/users/view/${trial.userId}`}>{trial.name}</TextLink>,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "Email",
          cell: (trial) => trial.email || "–",
          className: "[overflow-wrap:anywhere] max-md:col-span-full md:min-w-56",
        },
        ...more,
      ]}
    />
  );
}
