import { type ReactNode, useId } from "react";
import { linePath } from "./sparkline";

export interface LineChartProps {
  title: string;
  /** Epoch seconds of the points, oldest first. */
  pointsTs: number[];
  /** One per point; null where nothing is known. */
  values: (number | null)[];
  /** Upper end of the axis; by default the largest value. */
  max?: number;
  format: (value: number) => string;
  formatTs: (epochSeconds: number) => string;
}

const WIDTH = 600;
const HEIGHT = 140;

/** A line over time, drawn from numbers on the server; the same numbers stand under it as a table. */
export function LineChart({ title, pointsTs, values, max, format, formatTs }: LineChartProps) {
  const headingId = useId();
  const known = values.filter((value) => value !== null);
  const top = max ?? Math.max(1, ...known);
  const newest = known.at(-1);
  return (
    <figure aria-labelledby={headingId} className="min-w-0">
      <figcaption className="mb-2 flex items-baseline justify-between gap-3">
        <span id={headingId} className="text-sm font-medium">
          {title}
        </span>
        <span className="text-sm text-muted tabular-nums">
          {newest === undefined ? "no data" : format(newest)}
        </span>
      </figcaption>
      <div className="rounded-control border p-3">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-32 w-full"
        >
          {[0.25, 0.5, 0.75].map((share) => (
            <line
              key={share}
              x1="0"
              x2={WIDTH}
              y1={HEIGHT * share}
              y2={HEIGHT * share}
              className="stroke-line"
            />
          ))}
          <path
            d={linePath(values, top, WIDTH, HEIGHT)}
            fill="none"
            className="stroke-accent"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <Ends from={pointsTs[0]} to={pointsTs.at(-1)} top={format(top)} formatTs={formatTs} />
      </div>
      <ShowAsTable title={title} pointsTs={pointsTs} values={values} format={format} formatTs={formatTs} />
    </figure>
  );
}

function Ends({
  from,
  to,
  top,
  formatTs,
}: {
  from?: number;
  to?: number;
  top: string;
  formatTs: (ts: number) => string;
}) {
  return (
    <div className="mt-1.5 flex justify-between text-xs text-muted tabular-nums">
      <span>{from === undefined ? "" : formatTs(from)}</span>
      <span>scale to {top}</span>
      <span>{to === undefined ? "" : formatTs(to)}</span>
    </div>
  );
}

function ShowAsTable({ title, pointsTs, values, format, formatTs }: Omit<LineChartProps, "max">): ReactNode {
  if (pointsTs.length === 0) return null;
  return (
    <details className="mt-1.5 text-sm">
      <summary className="w-fit text-muted hover:text-ink">Show as table</summary>
      <table className="mt-2 w-full tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col">Time</th>
            <th scope="col" className="text-right">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {pointsTs.map((ts, index) => (
            <tr key={ts} className="border-t">
              <td>{formatTs(ts)}</td>
              <td className="text-right">{values[index] == null ? "–" : format(values[index])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
