import { Button } from "~/platform/ui/button";
import { formatSpan } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { AlertView } from "./alert-view.server";
import { SeverityBadge } from "./severity-badge";

interface AlertTableProps {
  rows: AlertView[];
  atSeconds: number;
  isHistory: boolean;
  mayAct: boolean;
  empty: string;
}

/** Alerts, each with its state, and a button to acknowledge it. */
export function AlertTable({ rows, atSeconds, isHistory, mayAct, empty }: AlertTableProps) {
  return (
    <Table
      caption={isHistory ? "Alerts that are over" : "Open alerts"}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          head: "Alert",
          cell: ({ id, rule, whose }) => (
            <span className="[overflow-wrap:anywhere]">
              <TextLink to={`/dashboard/alerts/${id}`} className="font-medium">
                {rule}
              </TextLink>
              {whose ? <span className="block font-normal text-muted">{whose}</span> : null}
            </span>
          ),
        },
        {
          head: "Severity",
          cell: ({ severity }) => <SeverityBadge severity={severity} />,
          width: "lg:w-28",
        },
        { head: "Opened", cell: ({ openedTs }) => <Time epochSeconds={openedTs} />, width: "lg:w-40" },
        {
          head: isHistory ? "Lasted" : "For",
          cell: ({ openedTs, resolvedTs }) => formatSpan((resolvedTs ?? atSeconds) - openedTs),
          width: "lg:w-36",
        },
        {
          head: "Acknowledged",
          cell: ({ id, rule, acknowledged, note }) =>
            acknowledged ? (
              <span className="[overflow-wrap:anywhere]">
                <StatusDot tone="ok">{acknowledged.by}</StatusDot>
                {note ? <span className="block text-muted">{note}</span> : null}
              </span>
            ) : isHistory || !mayAct ? (
              <span className="text-muted">{isHistory ? "–" : "Not yet"}</span>
            ) : (
              <PostForm intent="acknowledge" preventScrollReset>
                <input type="hidden" name="alert" value={id} />
                <Button size="small" aria-label={`Acknowledge ${rule}`}>
                  Acknowledge
                </Button>
              </PostForm>
            ),
          width: "lg:w-56",
        },
      ]}
    />
  );
}
