const LOAD_GRAPH = { widthPx: 160, heightPx: 40 } as const;

const PERCENT_MAX = 100;
const EDGE_PX = 2;

/** Draws load in percent, oldest first, the newest at the right edge; `points` fill the whole width. */
export function drawLoadGraph(load: number[], points: number): string {
  const { widthPx, heightPx } = LOAD_GRAPH;
  const stepPx = widthPx / Math.max(points - 1, 1);
  const shown = load.slice(-points);
  const corners = shown.map((percent, index) => {
    const x = widthPx - (shown.length - 1 - index) * stepPx;
    const part = Math.min(Math.max(percent, 0), PERCENT_MAX) / PERCENT_MAX;
    const y = heightPx - EDGE_PX - part * (heightPx - 2 * EDGE_PX);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const firstX = corners[0]?.split(",")[0] ?? String(widthPx);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">
<rect width="100%" height="100%" fill="#f4f6f8"/>
<polygon points="${firstX},${heightPx} ${corners.join(" ")} ${widthPx},${heightPx}" fill="#c9e4d6"/>
<polyline points="${corners.join(" ")}" fill="none" stroke="#14784a" stroke-width="1.5"/>
</svg>`;
}
