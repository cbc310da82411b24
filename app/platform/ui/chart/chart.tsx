import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Figure, hasValues } from "./figure";
import type { PlotProps } from "./plot.client";

interface ChartProps {
  /** Title of the chart, for screen readers as well. */
  title: string;
  figure: Figure;
  /** px */
  height?: number;
  /** A table of the same numbers; omitted if one table covers several charts. */
  children?: ReactNode;
  /** Folds the table away under the chart. */
  folded?: boolean;
  /** Content shown while every value is 0; it explains how to get values. */
  empty?: ReactNode;
  /** Called for a click on a bar or slice: the nth of a series. The table offers the same as links. */
  onPick?: OnPick;
}

export type OnPick = (series: number, place: number) => void;
type Plot = ComponentType<PlotProps>;

/** The distance below the visible part at which a chart is prepared. */
const AHEAD = "300px";

/**
 * A chart with its numbers as a table below, which is all that a page without script shows (2.1). Plotly loads when the
 * chart is near; its space is reserved, so that nothing moves.
 */
export function Chart({ empty, ...chart }: ChartProps) {
  if (empty === undefined || hasValues(chart.figure)) return <DrawnChart {...chart} />;
  return <p className="py-6 text-center text-sm text-pretty text-muted">{empty}</p>;
}

function DrawnChart({ title, figure, height = 400, children, folded = true, onPick }: Omit<ChartProps, "empty">) {
  const titleId = useId();
  const place = useRef<HTMLDivElement>(null);
  const { Plot, failed } = usePlot(place);
  return (
    <figure aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <figcaption id={titleId} className="text-sm text-muted">
        {title}
      </figcaption>
      <div ref={place} style={{ height }} className="min-w-0 overflow-hidden noscript:hidden" aria-hidden={!failed}>
        {Plot ? <Plot figure={figure} width={place.current?.clientWidth ?? 0} height={height} onPick={onPick} /> : null}
        {failed ? (
          <p role="status" className="flex h-full items-center justify-center text-sm text-muted">
            The chart could not be drawn. Its numbers are in the table below.
          </p>
        ) : null}
      </div>
      {children && folded ? (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-control text-sm text-link select-none">
            Show as table
          </summary>
          <div className="mt-3 overflow-hidden rounded-panel border">{children}</div>
        </details>
      ) : (
        (children ?? <p className="hidden text-sm text-muted noscript:block">The numbers are in the table below.</p>)
      )}
    </figure>
  );
}

function usePlot(place: React.RefObject<HTMLDivElement>) {
  const [plot, setPlot] = useState<{ Plot: Plot | null; failed: boolean }>({ Plot: null, failed: false });
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    let gone = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import("./plot.client").then(
          ({ default: Plot }) => !gone && setPlot({ Plot, failed: false }),
          () => !gone && setPlot({ Plot: null, failed: true }),
        );
      },
      { rootMargin: AHEAD },
    );
    observer.observe(current);
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, [place]);
  return plot;
}
