import type { VolumeRow } from "~/compute/list-volumes.server";
import { dayDollars } from "~/compute/inside/volumes/volume-price";
import type { FormAnswer } from "~/platform/http/form.server";
import { formatCents, formatCount, formatDate } from "~/platform/ui/format";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { VolumeActions } from "./volume-actions";

/** The volumes with their cost, their tasks and actions. */
export function VolumeTable({ volumes, answer }: { volumes: VolumeRow[]; answer: FormAnswer | undefined }) {
  return (
    <Table
      caption="Your volumes"
      rows={volumes}
      rowKey={({ volume_id }) => volume_id}
      empty="No volumes yet. A volume keeps datasets and checkpoints from one task to the next."
      columns={[
        {
          head: "Volume",
          cell: ({ name, cluster_name, reach }) => (
            <>
              <span className="font-medium break-all">{name}</span>
              <span className="block font-normal text-muted">
                {cluster_name}
                {reach === "local" ? ", on one node" : ""}
              </span>
            </>
          ),
        },
        { head: "Size", cell: ({ gb }) => `${formatCount(gb)} GB`, numeric: true, className: "whitespace-nowrap" },
        {
          head: "Price",
          cell: (volume) => (
            <>
              {formatCents(volume.month_cents)} a month
              <span className="block font-normal text-muted">
                {dayDollars({ gb: volume.gb, gbMonthCents: volume.gb_month_cents })} a day
              </span>
            </>
          ),
          numeric: true,
          className: "whitespace-nowrap",
        },
        { head: "State", cell: (volume) => <State volume={volume} />, className: "max-md:col-span-full" },
        {
          head: <span className="sr-only">Change</span>,
          cell: (volume) => <VolumeActions volume={volume} volumes={volumes} answer={answer} />,
          className: "max-md:col-span-full",
        },
      ]}
    />
  );
}

function State({ volume }: { volume: VolumeRow }) {
  const { state, deletes_ts, dollars_due, used_by, node_away, reach, copy_of, message } = volume;
  if (state === "deleting") return <StatusDot>Being deleted</StatusDot>;
  if (state === "copying") {
    return (
      <>
        <StatusDot>Being copied</StatusDot>
        <span className="block text-muted">From {copy_of}; charged once it is complete</span>
      </>
    );
  }
  if (state === "failed") {
    return (
      <>
        <StatusDot tone="danger">Not copied</StatusDot>
        <span className="block text-muted">
          From {copy_of}: {message}. Nothing was charged; delete it and try again
        </span>
      </>
    );
  }
  if (state === "unpaid") {
    return (
      <>
        <StatusDot tone="danger">Unpaid</StatusDot>
        <span className="block text-muted">
          Deleted on <Time epochSeconds={deletes_ts} format={formatDate} /> unless you add funds; $
          {dollars_due.toFixed(2)} due so far
        </span>
      </>
    );
  }
  return (
    <>
      <StatusDot tone={used_by.length > 0 ? "ok" : undefined}>{used_by.length > 0 ? "In use" : "Not in use"}</StatusDot>
      {used_by.map(({ resv_guid, task_name, read_only }) => (
        <span key={resv_guid} className="block text-muted">
          <TextLink to={`/tasks/${resv_guid}`}>{task_name}</TextLink>
          {read_only ? ", read only" : ""}
        </span>
      ))}
      {node_away ? (
        <span className="block text-muted">
          {reach === "local" ? "Its node takes no tasks now" : "No node can use it now"}
        </span>
      ) : null}
    </>
  );
}
