import { Fragment } from "react";
import { madeVisible } from "~/platform/hidden-characters";
import { Badge } from "~/platform/ui/badge";
import { formatClock, formatCount, formatDate, formatDateTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { eventsPath, userMeteringPath } from "~/usage/views/usage-links";
import type { EventView } from "./read-events-screen.server";

/** Raw events, newest first, each with its further facts below it. */
export function EventTable({ day, rows }: { day: string; rows: EventView[] }) {
  return (
    <Table
      caption="Events"
      rows={rows}
      rowKey={({ id }) => id}
      empty="No events found"
      columns={[
        {
          head: "Time, UTC",
          cell: ({ tsMs }) => <Time epochSeconds={tsMs / 1000} format={withMs} utc />,
          width: "lg:w-[12%]",
        },
        {
          head: "Model",
          cell: ({ model }) => <TextLink to={eventsPath({ day, model })}>{model}</TextLink>,
          className: "[overflow-wrap:anywhere]",
          width: "lg:w-[15%]",
        },
        {
          head: "User",
          cell: ({ user }) => <TextLink to={userMeteringPath(user)}>{user}</TextLink>,
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Kind", cell: ({ kind }) => kind, className: "max-md:col-span-2", width: "lg:w-[7%]" },
        { head: "Prompt", cell: ({ prompt }) => formatCount(prompt), numeric: true, width: "lg:w-[8%]" },
        { head: "Generated", cell: ({ generated }) => formatCount(generated), numeric: true, width: "lg:w-[10%]" },
        { head: "Coins", cell: ({ coins }) => formatCount(coins), numeric: true, width: "lg:w-[8%]" },
        {
          head: "Latency",
          cell: ({ latencyMs }) => (latencyMs === null ? "–" : `${formatCount(latencyMs)} ms`),
          numeric: true,
          width: "lg:w-[9%]",
        },
        { head: "Calls", cell: ({ calls }) => formatCount(calls), numeric: true, width: "lg:w-[7%]" },
      ]}
      detail={(event) => (
        <p className="pb-1 text-xs [overflow-wrap:anywhere] text-muted">
          {event.completed ? null : <Badge tone="danger">not completed</Badge>}{" "}
          {factsOf(event).map(([name, value], place) => (
            <Fragment key={name}>
              {place > 0 ? " · " : ""}
              {name} <bdi>{value}</bdi>
            </Fragment>
          ))}
        </p>
      )}
    />
  );
}

function withMs(epochSeconds: number): string {
  return `${formatClock(epochSeconds)}.${String(Math.round(epochSeconds * 1000) % 1000).padStart(3, "0")}`;
}

/** Facts that have no column. */
function factsOf(event: EventView): [name: string, value: string][] {
  const { key, source, receivedMs, cacheRead, cacheCreation, batchSize, gpus, busyPct, clientVersion } = event;
  const known: [string, string | number | null][] = [
    ["key", madeVisible(key)],
    ["source", source],
    ["received", `${formatDate(receivedMs / 1000)} ${withMs(receivedMs / 1000)}`],
    ["price", priceText(event)],
    ["cache read", formatCount(cacheRead)],
    ["cache creation", formatCount(cacheCreation)],
    ["batch", batchSize],
    ["GPUs", gpus],
    ["busy", busyPct === null ? null : `${busyPct}%`],
    ["client", clientVersion === null ? null : madeVisible(clientVersion)],
  ];
  return known.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
}

function priceText({ priceModel, priceFrom, unpriced }: EventView): string {
  if (unpriced) return "none";
  return priceModel === null || priceFrom === null
    ? "named by the event"
    : `of ${priceModel} from ${formatDateTime(priceFrom)} on`;
}
