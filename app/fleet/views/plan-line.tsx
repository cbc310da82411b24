import type { HeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { counted } from "~/platform/counted";
import { formatDayMonth, formatTime } from "~/platform/ui/format";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `Fri` */
export function weekday(epochSeconds: number): string {
  return DAYS[new Date(epochSeconds * 1000).getUTCDay()] ?? "";
}

/** `Fri 27.11 18:00` */
function dayTime(epochSeconds: number): string {
  return `${weekday(epochSeconds)} ${formatDayMonth(epochSeconds)} ${formatTime(epochSeconds)}`;
}

/** A time within weeks, with its weekday. */
export function DayTime({ ts }: { ts: number }) {
  return <Time epochSeconds={ts} format={dayTime} />;
}

/** The plans of a node in one sentence, the same on every screen: what is planned, what runs there, and when it is free. */
export function PlanLine({ plans }: { plans: HeldPlans }) {
  const { empty_by_ts, from_ts, rolling } = plans;
  const planned = from_ts !== null || empty_by_ts !== null;
  const inPlan = rolling ? (
    <>
      {" in "}
      <TextLink to={`/dashboard/maintenance/${rolling.id}`}>{rolling.name}</TextLink>
    </>
  ) : null;
  if (rolling?.turn === "out") return <>Out of service{inPlan}, empty.</>;
  return (
    <>
      {from_ts === null ? null : <Maintenance plans={plans} />}
      {from_ts !== null && empty_by_ts !== null ? "; " : null}
      {empty_by_ts === null ? null : (
        <>
          {from_ts === null ? "Drains by " : "drains by "}
          <DayTime ts={empty_by_ts} />
        </>
      )}
      {rolling && !planned ? (
        <>
          Waits for its turn to drain by <DayTime ts={rolling.empty_by_ts} />
        </>
      ) : null}
      {inPlan}
      <FreeAbout {...plans} />
    </>
  );
}

function Maintenance({ plans: { from_ts, to_ts, open } }: { plans: HeldPlans }) {
  if (open)
    return to_ts === null ? (
      "In maintenance until staff set Norm"
    ) : (
      <>
        In maintenance until <DayTime ts={to_ts} />
      </>
    );
  return (
    <>
      Maintenance from <DayTime ts={from_ts ?? 0} />
      {to_ts === null ? null : (
        <>
          {" to "}
          <DayTime ts={to_ts} />
        </>
      )}
    </>
  );
}

/** The number of tasks on a node, and when they will have ended, as the end of a sentence. */
function FreeAbout({ tasks, endTs }: { tasks: number; endTs: number | null }) {
  if (tasks === 0) return ", empty.";
  return (
    <>
      {`, ${counted(tasks, "task")}, `}
      {endTs === null ? (
        "free at an unknown time."
      ) : (
        <>
          free about <DayTime ts={endTs} />.
        </>
      )}
    </>
  );
}
