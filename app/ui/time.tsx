import { formatClock, formatDate, formatDateTime } from "./format";
import { useScripted } from "./use-scripted";

interface TimeProps {
  epochSeconds: number;
  format?: (epochSeconds: number) => string;
}

/** A time in UTC; on hover to the second, and in the local time once the script runs (0.2). */
export function Time({ epochSeconds, format = formatDateTime }: TimeProps) {
  const scripted = useScripted();
  const date = new Date(epochSeconds * 1000);
  const full = `${formatDate(epochSeconds)} ${formatClock(epochSeconds)} UTC`;
  return (
    <time dateTime={date.toISOString()} title={scripted ? `${full} · ${date.toLocaleString()} local time` : full}>
      {format(epochSeconds)}
    </time>
  );
}
