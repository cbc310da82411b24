import type { MailRow } from "~/platform/list-mails.server";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";

const TONES: Record<MailRow["state"], Tone> = { sent: "ok", waiting: "neutral", "given up": "danger" };

/** Mails to the user without their texts, since links in them are private. */
export function Mails({ mails }: { mails: MailRow[] }) {
  return (
    <Table
      caption="Mails"
      rows={mails}
      rowKey={(mail) => mail.id}
      empty="No mails in the last 30 days. Mails to this user appear here, without their text."
      columns={[
        { head: "Date", cell: (mail) => <Time epochSeconds={mail.ts} />, className: "whitespace-nowrap" },
        {
          head: "Subject",
          title: true,
          cell: (mail) => mail.subject,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        { head: "State", cell: ({ state }) => <StatusDot tone={TONES[state]}>{state}</StatusDot> },
      ]}
    />
  );
}
