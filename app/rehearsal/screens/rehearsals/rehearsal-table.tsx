import { counted } from "~/platform/counted";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { listRehearsals } from "~/rehearsal/inside/read-rehearsals.server";
import { sourceText } from "~/rehearsal/views/source-text";
import { StateDot } from "~/rehearsal/views/state-dot";

type Listed = Awaited<ReturnType<typeof listRehearsals>>;

/** Rehearsals of the last 90 days, the newest first. */
export function RehearsalTable({ listed: { rows, page, more } }: { listed: Listed }) {
  return (
    <Panel padded={false}>
      <Table
        caption="Rehearsals"
        rows={rows}
        rowKey={({ id }) => id}
        empty="None on this page"
        columns={[
          {
            head: "Rehearsal",
            cell: ({ id, name }) => <TextLink to={`/dashboard/rehearsal/${id}`}>{name}</TextLink>,
            className: "font-medium [overflow-wrap:anywhere]",
          },
          { head: "State", cell: (row) => <StateDot {...row} />, className: "whitespace-nowrap" },
          { head: "Past", cell: ({ source }) => sourceText(source) },
          {
            head: "Variants",
            cell: ({ variants }) =>
              variants.length > 1 ? counted(variants.length, "variant") : (variants[0] ?? "no change"),
          },
          { head: "By", cell: ({ by }) => by ?? "a deleted user" },
          {
            head: "Made",
            cell: ({ created_ts }) => <Time epochSeconds={created_ts} />,
            className: "whitespace-nowrap",
          },
        ]}
      />
      {more || page > 1 ? <Pager page={page} pages={page} more={more} of="rehearsals" /> : null}
    </Panel>
  );
}
