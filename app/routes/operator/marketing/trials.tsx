import type { TrialRow } from "~/domain/marketing/list-trials.server";
import { formatDate } from "~/ui/format";
import { Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";

/** Trials, running and over, newest first (2.4). */
export function Trials({ trials }: { trials: TrialRow[] }) {
  return (
    <Table
      caption="Trials"
      rows={trials}
      rowKey={(trial) => trial.userId}
      empty="No trials yet. A promo code for days of PRO starts one, or ‘Grant trial’."
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
        {
          head: "Trial Started",
          cell: (trial) => <Time epochSeconds={trial.trial_start} format={formatDate} />,
        },
        { head: "Trial Ends", cell: (trial) => <Time epochSeconds={trial.trial_end} format={formatDate} /> },
      ]}
    />
  );
}
