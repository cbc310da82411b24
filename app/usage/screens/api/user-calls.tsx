import { memo } from "react";
import type { ChartRange } from "~/usage/inside/figures/chart-range";
import type { ApiCharts } from "~/usage/chart-series";
import { OTHER, OTHERS } from "~/usage/inside/figures/largest";
import { Chart } from "~/platform/ui/chart/chart";
import type { Trace } from "~/platform/ui/chart/figure";
import { pointLabel } from "./point-label";
import { PointsTable } from "./points-table";
import { useSeen } from "./use-seen";

/** Users that have their own colour. */
const COLOURED = 12;
const GREY = 12;

interface UserCallsProps {
  range: ChartRange;
  charts: Pick<ApiCharts, "points_ts" | "users">;
}

/** Calls of the users with the most, stacked, and of all others. */
export function UserCalls({ range, charts }: UserCallsProps) {
  const { place, shown } = useSeen(charts);
  return (
    <div ref={place} className="min-w-0">
      <Drawn range={range} charts={shown} />
    </div>
  );
}

const Drawn = memo(function Drawn({ range, charts: { points_ts: pointsTs, users } }: UserCallsProps) {
  const x = pointsTs.map((ts) => pointLabel(range, ts));
  const all = Object.entries(users).map(([name, { calls }]) => ({ name: name === OTHERS ? OTHER : name, calls }));
  const traces: Trace[] = all.map(({ name, calls }, place) => ({
    ...{ type: "bar", name, x, y: calls, colour: name === OTHER ? GREY : place % COLOURED },
  }));
  return (
    <Chart title="Calls by user" height={400} figure={{ data: traces, layout: { barmode: "stack", xLabels: 8 } }}>
      <PointsTable
        caption="Calls by user, point by point"
        heads={["Point, UTC", ...all.map(({ name }) => name)]}
        labels={x}
        series={all.map(({ calls }) => calls)}
      />
    </Chart>
  );
});
