import { useId } from "react";

interface LineChartProps {
  title: string;
  /** Epoch seconds of the points, oldest first. */
  pointsTs: number[];
  /** One value per point; null where unknown. */
  values: (number | null)[];
  /** Upper end of the axis; by default the largest value. */
  max?: number;
  format: (value: number) => string;
  formatTs: (epochSeconds: number) => string;
}

const WIDTH = 600;
const HEIGHT = 140;
/** Points are not joined across a gap of more than this number of usual steps: nothing is known in between. */
const GAP_STEPS = 3;

/** A line over time, drawn on the server. The screen shows the same numbers as a table (2.1). */
export function LineChart({ title, pointsTs, values, max, format, formatTs }: LineChartProps) {
  const headingId = useId();
  const known = values.filter((value) => value !== null);
  const top = max ?? Math.max(1, ...known);
  const newest = known.at(-1);
  const from = pointsTs[0];
  const to = pointsTs.at(-1);
  return (
    <figure aria-labelledby={headingId} className="min-w-0">
      <figcaption className="mb-2 flex items-baseline justify-between gap-3">
        <span id={headingId} className="text-sm font-medium">
          {title}
        </span>
        <span className="text-sm text-muted tabular-nums">{newest === undefined ? "no data" : format(newest)}</span>
      </figcaption>
      <div className="rounded-control border p-3">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-32 w-full"
        >
          <path
            d={[0.25, 0.5, 0.75].map((share) => `M0 ${HEIGHT * share}H${WIDTH}`).join("")}
            className="stroke-line"
          />
          <path
            d={timePath(pointsTs, values, top)}
            fill="none"
            className="stroke-accent"
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div className="mt-1.5 flex justify-between text-xs text-muted tabular-nums">
          <span>{from === undefined ? "" : formatTs(from)}</span>
          <span>scale to {format(top)}</span>
          <span>{to === undefined ? "" : formatTs(to)}</span>
        </div>
      </div>
    </figure>
  );
}

/** The line, each point at its time; a time of which nothing is known leaves a gap. */
function timePath(pointsTs: number[], values: (number | null)[], top: number): string {
  const from = pointsTs[0] ?? 0;
  const span = (pointsTs.at(-1) ?? 0) - from;
  const gap = GAP_STEPS * usualStep(pointsTs);
  let path = "";
  let last: number | null = null;
  pointsTs.forEach((ts, index) => {
    const value = values[index] ?? null;
    if (value === null) return;
    const x = span === 0 ? WIDTH : ((ts - from) / span) * WIDTH;
    const y = HEIGHT - 1 - Math.min(1, Math.max(0, value / top)) * (HEIGHT - 2);
    path += `${last !== null && ts - last <= gap ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    // A single point is a dot, which round line ends draw.
    if (last === null || ts - last > gap) path += "h0";
    last = ts;
  });
  return path;
}

function usualStep(pointsTs: number[]): number {
  const steps = pointsTs.slice(1).map((ts, index) => ts - (pointsTs[index] ?? ts));
  return Math.min(...steps, Infinity);
}
