import { formatDateTime } from "./format";
import { useScripted } from "./use-scripted";

interface TimeProps {
  epochSeconds: number;
  format?: (epochSeconds: number) => string;
}

/** A time in UTC, with the local one on hover once the script runs (0.2). */
export function Time({ epochSeconds, format = formatDateTime }: TimeProps) {
  const scripted = useScripted();
  const date = new Date(epochSeconds * 1000);
  return (
    <time dateTime={date.toISOString()} title={scripted ? `${date.toLocaleString()} local time` : undefined}>
      {format(epochSeconds)}
    </time>
  );
}
