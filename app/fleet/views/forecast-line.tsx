import type { Forecast } from "~/fleet/inside/nodes/rolling/rolling";
import { DayTime } from "./plan-line";
import { counted } from "~/platform/counted";

interface ForecastLineProps {
  forecast: Forecast;
  emptyByTs: number;
  /** No further node starts, so nobody knows when the last one does. */
  paused?: boolean;
}

/** Shows when the last node of a rolling drain will be empty, and whether that is in time. */
export function ForecastLine({ forecast, emptyByTs, paused = false }: ForecastLineProps) {
  const { ts, by, unknown, needsStaff } = forecast;
  if (paused) return "after the plan goes on.";
  const waits = needsStaff ? " The next node starts when staff set one that is out to Norm." : "";
  if (ts === null)
    return `unknown, ${counted(unknown, "node")} ${unknown === 1 ? "has" : "have"} a task without a known end.${waits}`;
  return (
    <>
      {needsStaff ? "at the earliest " : by === "pace" ? "at this pace " : "about "}
      <DayTime ts={ts} />
      {ts > emptyByTs ? (
        <>
          , <span className="font-semibold text-danger">later than</span> <DayTime ts={emptyByTs} />
        </>
      ) : null}
      .{waits}
    </>
  );
}
