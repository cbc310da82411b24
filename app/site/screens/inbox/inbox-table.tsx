import { Badge } from "~/platform/ui/badge";
import { formatSpan } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { ConversationView } from "./read-inbox-screen.server";

const LATE_S = 86_400;

/** Conversations: what about, with whom, and for how long they wait for us. */
export function InboxTable({ rows, empty }: { rows: ConversationView[]; empty: string }) {
  return (
    <Table
      caption="Conversations"
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          head: "Conversation",
          title: true,
          cell: (row) => <About row={row} />,
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Waiting", cell: (row) => <Waits row={row} />, width: "lg:w-44" },
        {
          head: "Assigned to",
          cell: ({ assignee }) => assignee ?? <span className="text-muted">nobody</span>,
          width: "lg:w-44",
        },
        {
          head: "Last message",
          cell: ({ lastTs }) => <Time epochSeconds={lastTs} />,
          className: "whitespace-nowrap",
          width: "lg:w-44",
        },
      ]}
    />
  );
}

function About({ row: { id, subject, name, email, messages } }: { row: ConversationView }) {
  return (
    <span className="flex flex-col gap-0.5">
      <TextLink to={`/dashboard/inbox/${id}`} className="font-medium">
        <bdi>{subject}</bdi>
      </TextLink>
      <span className="text-xs font-normal text-muted">
        <bdi>{name === "" ? email : `${name} · ${email}`}</bdi>
        {messages > 1 ? ` · ${messages} messages` : null}
      </span>
    </span>
  );
}

function Waits({ row: { state, waitsSeconds } }: { row: ConversationView }) {
  if (state === "closed") return <span className="text-muted">closed</span>;
  if (waitsSeconds === null) return <span className="text-muted">for the customer</span>;
  return <Badge tone={waitsSeconds > LATE_S ? "danger" : "warn"}>{`for us, ${formatSpan(waitsSeconds)}`}</Badge>;
}
