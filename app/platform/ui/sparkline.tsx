interface SparklineProps {
  /** Describes the line for screen readers. */
  label: string;
  /** Oldest first; null leaves a gap. */
  points: (number | null)[];
  max: number;
  width?: number;
  height?: number;
  /** Fills the width of its container instead of `width`. */
  fluid?: boolean;
}

/** A small line chart, drawn on the server and redrawn from live values. */
export function Sparkline({ label, points, max, width = 120, height = 28, fluid }: SparklineProps) {
  const path = linePath(points, max, width, height);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={fluid ? "100%" : width}
      height={height}
      preserveAspectRatio={fluid ? "none" : undefined}
      className="block"
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
      <path
        d={path}
        fill="none"
        className="stroke-accent"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The SVG path of the points over the whole width; values above `max` stay at the upper edge. */
function linePath(points: (number | null)[], max: number, width: number, height: number): string {
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  let pen = "M";
  let path = "";
  points.forEach((point, index) => {
    if (point === null) {
      pen = "M";
      return;
    }
    const share = max > 0 ? Math.min(1, Math.max(0, point / max)) : 0;
    path += `${pen}${(index * step).toFixed(1)} ${(height - 1 - share * (height - 2)).toFixed(1)}`;
    pen = "L";
  });
  return path;
}
