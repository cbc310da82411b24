import type { OwnAct } from "~/platform/list-own-acts.server";
import { ownActWords } from "~/platform/own-act-words";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";

/** The latest changes of the user's keys and two-factor; null if they could not be read. */
export function OwnActsPanel({ acts }: { acts: OwnAct[] | null }) {
  return (
    <Panel title="Recent changes" lead="To your keys and your two-factor login." padded={false}>
      {acts ? (
        <Table
          caption="Changes of keys and two-factor"
          rows={acts}
          rowKey={(act) => act.id}
          empty="No changes yet."
          columns={[
            { head: "What", cell: (act) => ownActWords(act.action), className: "font-medium" },
            { head: "Which", cell: (act) => act.what || "–", className: "[overflow-wrap:anywhere]" },
            { head: "When", cell: (act) => <Time epochSeconds={act.ts} /> },
          ]}
        />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}
