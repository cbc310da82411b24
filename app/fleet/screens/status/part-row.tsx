import type { StatusPart } from "~/fleet/inside/status/read-status.server";
import { dayText } from "~/platform/ui/day-text";
import { StatusDot } from "~/platform/ui/status-dot";
import { type DayBar, dayBars, upShare, upText } from "./day-bars";
import { STATE_LOOK } from "./state-look";

const FILL: Record<DayBar["state"], string> = {
  well: "fill-ok",
  degraded: "fill-warn",
  down: "fill-danger",
  unknown: "fill-line",
};
const LEGEND = { well: "Up", degraded: "Degraded", down: "Down", unknown: "No data" } as const;
/** Width of a bar and its gap, in the drawing's units. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 34;

interface PartRowProps {
  part: StatusPart;
  shownDays: number;
  /** Milliseconds; its UTC day is the last bar. */
  today: number;
}

/** Explains the colours of the bars. */
export function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {Object.entries(LEGEND).map(([state, word]) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 7 12" className="h-3 w-1.75">
            <rect width="7" height="12" rx="2" className={FILL[state as DayBar["state"]]} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}

/** A part with a bar for each day, and its uptime. */
export function PartRow({ part: { name, state, days }, shownDays, today }: PartRowProps) {
  const bars = dayBars(days, { count: shownDays, atMs: today });
  const { word, tone } = STATE_LOOK[state];
  const up = upText(upShare(days));
  const measured = `${days.length} measured ${days.length === 1 ? "day" : "days"}`;
  const troubled = bars.filter((bar) => bar.state === "down" || bar.state === "degraded");
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</h3>
        <span className="text-sm">
          <StatusDot tone={tone}>{word}</StatusDot>
        </span>
      </div>
      <svg
        role="img"
        aria-label={`${up} up in ${measured}, ${troubled.length} with an incident`}
        viewBox={`0 0 ${shownDays * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-2.5 block h-8 w-full"
      >
        {bars.map((bar, at) => (
          <rect key={bar.day} x={at * STEP} width={BAR} height={HEIGHT} rx="2" className={FILL[bar.state]}>
            <title>{`${dayText(bar.day)}: ${bar.up === null ? "no data" : `${upText(bar.up)} up`}`}</title>
          </rect>
        ))}
      </svg>
      <p className="mt-1.5 flex justify-between text-xs text-muted tabular-nums">
        <span>{shownDays} days ago</span>
        <span>{up === "no data" ? up : `${up} up${days.length < shownDays ? ` in ${measured}` : ""}`}</span>
        <span>today</span>
      </p>
    </li>
  );
}
