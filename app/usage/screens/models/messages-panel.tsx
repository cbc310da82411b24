import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { CHAT_FREE_DAILY } from "~/usage/inside/figures/messages";
import type { Messages } from "~/usage/read-messages.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Chart } from "~/platform/ui/chart/chart";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { ScrollBox } from "~/platform/ui/scroll-box";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { formatCount } from "~/platform/ui/format";
import { formatAverage } from "~/platform/ui/usage-format";
import { userMeteringPath } from "~/usage/views/usage-links";

const HEIGHT = 200;
const ID = "messages";

export interface ShownMessages {
  open: boolean;
  /** Null if it is closed, or could not be read. */
  written: { free: Messages; pro: Messages } | null;
}

/** Number of messages by user on the day; loaded only when it is opened (2.4). */
export function MessagesPanel({ messages: { open, written } }: { messages: ShownMessages }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const next = new URLSearchParams(search);
  if (open) next.delete("messages");
  else next.set("messages", "1");
  return (
    <Panel
      id={ID}
      title="Agent and PRO messages"
      lead="Chat and agent events on the last day."
      padded={open}
      actions={
        <ButtonLink
          size="small"
          preventScrollReset
          to={`${pathname}${next.size > 0 ? `?${next.toString()}` : ""}#${ID}`}
        >
          {open ? "Close" : "Open"}
        </ButtonLink>
      }
    >
      {!open ? null : written ? (
        <div className="grid gap-6 md:grid-cols-2">
          <MessageBars title="Agent messages of FREE users" of="free" messages={written.free} />
          <MessageBars title="Messages of PRO users" of="pro" messages={written.pro} />
        </div>
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function MessageBars({ title, of, messages }: { title: string; of: "free" | "pro"; messages: Messages }) {
  const navigate = useNavigate();
  const { users, count, requests } = messages;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          Average requests <strong>{formatAverage(requests, count)}</strong> of {formatCount(count)} users
        </p>
        {of === "free" ? <CsvLink table="free-messages" of={title} /> : <CsvLink table="pro-messages" of={title} />}
      </div>
      <Chart
        title={title}
        height={HEIGHT}
        figure={{
          data: [
            {
              type: "bar",
              name: "Requests",
              x: users.map(({ email }) => email),
              y: users.map((user) => user.requests),
              colour: of === "free" ? 0 : 1,
            },
          ],
          layout: { xNames: false },
        }}
        onPick={(_series, place) => {
          const user = users[place];
          if (user) navigate(userMeteringPath(user.email));
        }}
      >
        <ScrollBox label={title} className="max-h-80 overflow-auto">
          <Table
            caption={title}
            rows={users}
            rowKey={({ email }) => email}
            empty="No messages on this day"
            columns={[
              {
                head: "User",
                cell: ({ email }) => (
                  <TextLink to={userMeteringPath(email)} className="break-all">
                    {email}
                  </TextLink>
                ),
              },
              { head: "Requests", cell: (user) => formatCount(user.requests), numeric: true },
              ...(of === "free"
                ? [
                    {
                      head: `Left of ${CHAT_FREE_DAILY}`,
                      cell: (user: { requests: number }) => Math.max(0, CHAT_FREE_DAILY - user.requests),
                      numeric: true,
                    },
                  ]
                : []),
            ]}
          />
        </ScrollBox>
      </Chart>
      {count > users.length ? (
        <p className="text-sm text-muted">{`The ${users.length} with the most; the other ${formatCount(count - users.length)} are in the file.`}</p>
      ) : null}
    </div>
  );
}
