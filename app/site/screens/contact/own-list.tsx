import { Badge } from "~/platform/ui/badge";
import { Pager } from "~/platform/ui/pager";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { OwnList } from "./read-own-list.server";

/** The person's own conversations with us, the newest first. */
export function OwnConversations({ list: { rows, page, pages } }: { list: OwnList }) {
  return (
    <Panel title="Your conversations" padded={false}>
      <Table
        caption="Your conversations"
        rows={rows}
        rowKey={({ id }) => id}
        empty="No conversations yet"
        columns={[
          {
            head: "Subject",
            title: true,
            cell: ({ id, subject }) => (
              <TextLink to={`/contact/${id}`}>
                <bdi>{subject}</bdi>
              </TextLink>
            ),
            className: "[overflow-wrap:anywhere]",
          },
          {
            head: "State",
            cell: ({ state, isWaiting }) =>
              state === "closed" ? (
                <Badge>closed</Badge>
              ) : isWaiting ? (
                <Badge>with us</Badge>
              ) : (
                <Badge tone="ok">answered</Badge>
              ),
          },
          {
            head: "Last message",
            cell: ({ lastTs }) => <Time epochSeconds={lastTs} />,
            className: "whitespace-nowrap",
          },
        ]}
      />
      {pages > 1 ? <Pager page={page} pages={pages} of="your conversations" /> : null}
    </Panel>
  );
}
