import type { ReactNode } from "react";
import type { QueuePart } from "~/compute/inside/capacity/read-queues.server";
import type { ScheduledRow } from "~/compute/read-scheduled.server";
import { Badge } from "~/platform/ui/badge";
import { formatUptime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { TimeRange } from "~/platform/ui/time-range";
import { TONE_TEXT } from "~/platform/ui/tone";
import { StaffNodesOut } from "./staff-nodes-out";
import type { WhyWaiting } from "./why-waiting.server";

interface WaitingTableProps {
  of: string;
  part: QueuePart;
  why: Record<string, WhyWaiting | undefined>;
  /** The server's present second. */
  nowTs: number;
  /** Address that opens a task's actions; null: the viewer has none. */
  toAct: ((resvGuid: string) => string) | null;
  /** The opened actions under a task's row; null for the others. */
  acts: (row: ScheduledRow) => ReactNode;
}

/** The waiting tasks of a queue, next one first: whose they are, how long they wait, until when, and all reasons. */
export function WaitingTable({ of, part, why, nowTs, toAct, acts }: WaitingTableProps) {
  return (
    <Table
      caption={`Scheduled jobs of ${of}`}
      rows={part.rows}
      rowKey={(row) => row.resv_guid}
      empty="No scheduled jobs"
      detail={acts}
      columns={[
        { head: "Position", cell: (row) => row.position, numeric: true, width: "lg:w-24" },
        {
          head: "Task",
          title: true,
          cell: (row) => <Who row={row} />,
          className: "[overflow-wrap:anywhere]",
          width: "lg:w-52",
        },
        {
          head: "Waiting",
          cell: (row) => <Waited row={row} nowTs={nowTs} />,
          className: "tabular-nums",
          width: "lg:w-40",
        },
        { head: "GPUs", cell: (row) => row.gpus_min, numeric: true, width: "lg:w-16" },
        { head: "Estimate", cell: (row) => <EstimateOf why={why[row.resv_guid]} />, width: "lg:w-36" },
        { head: "Reasons", cell: (row) => <Reasons why={why[row.resv_guid]} nowTs={nowTs} /> },
        { head: "Hold", cell: (row) => <HoldOf why={why[row.resv_guid]} />, width: "lg:w-36" },
        ...(toAct
          ? [
              {
                head: <span className="sr-only">Actions</span>,
                cell: (row: ScheduledRow) => (
                  <TextLink to={toAct(row.resv_guid)} preventScrollReset>
                    Act<span className="sr-only"> on {row.task_name}</span>
                  </TextLink>
                ),
                width: "lg:w-18" as const,
              },
            ]
          : []),
      ]}
    />
  );
}

function Who({ row: { task_name, tenant_name, moved_up } }: { row: ScheduledRow }) {
  const tenant = `/users/stats/${tenant_name}`;
  return (
    <span className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-2">
        {/* A task has no staff screen, so its customer's is the target. */}
        <TextLink to={`${tenant}#open-tasks`} className="font-medium">
          {task_name}
        </TextLink>
        {moved_up ? <Badge tone="accent">moved up</Badge> : null}
      </span>
      <span className="text-xs font-normal">
        <TextLink to={tenant}>{tenant_name}</TextLink>
      </span>
    </span>
  );
}

function Waited({ row: { ts_scheduled }, nowTs }: { row: ScheduledRow; nowTs: number }) {
  return (
    <>
      <span className="block whitespace-nowrap">{formatUptime(Math.max(0, nowTs - ts_scheduled))}</span>
      <span className="text-xs text-muted">
        since <Time epochSeconds={ts_scheduled} />
      </span>
    </>
  );
}

function EstimateOf({ why }: { why: WhyWaiting | undefined }) {
  if (!why) return <>–</>;
  const [fromTs, untilTs] = why.startsTs;
  return (
    <>
      {why.estimate}{" "}
      {untilTs !== undefined && fromTs !== undefined ? (
        <TimeRange fromTs={fromTs} untilTs={untilTs} joint="–" />
      ) : fromTs === undefined ? null : (
        <Time epochSeconds={fromTs} />
      )}
    </>
  );
}

/** Shows the first reason, and unfolds the others if there are several. */
function Reasons({ why, nowTs }: { why: WhyWaiting | undefined; nowTs: number }) {
  const [first = "not yet looked at", ...words] = why?.reasons ?? [];
  const others = words.map((one) => <span key={one}>{one}</span>);
  if (why?.out) others.push(<StaffNodesOut key="out" out={why.out} nowTs={nowTs} />);
  return (
    <span className="flex flex-col items-start gap-1 text-left">
      <span className={why && why.tone !== "neutral" ? TONE_TEXT[why.tone] : undefined}>{first}</span>
      {others.length === 1 ? (
        <span className="text-xs text-muted">{others[0]}</span>
      ) : others.length > 1 ? (
        <details className="more text-xs">
          <summary className="flex items-center gap-1.5 text-muted">{others.length} more reasons</summary>
          <ul className="mt-1 list-disc pl-4">
            {others.map((one) => (
              <li key={one.key}>{one}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </span>
  );
}

function HoldOf({ why }: { why: WhyWaiting | undefined }) {
  if (!why?.hold) return <span className="text-muted">–</span>;
  return (
    <>
      <span className="block">{why.hold.nodes.join(", ")}</span>
      <span className="text-xs text-muted">
        since <Time epochSeconds={why.hold.sinceTs} />
      </span>
    </>
  );
}
