import { UTC, wallSeconds, zoneText } from "~/platform/time-zone";
import { formatClock, formatDate, formatDateTime } from "./format";
import { useZone } from "./zone";

interface TimeProps {
  epochSeconds: number;
  format?: (epochSeconds: number) => string;
  /** Keeps UTC, for times that are counted by UTC days or shown next to a document in UTC. */
  utc?: boolean;
  /** Shows the zone, in a sentence that promises an exact time. */
  zoned?: boolean;
}

/** A time in the browser's time zone, in UTC without a script (decision 0216); on hover to the second, in UTC. */
export function Time({ epochSeconds, format = formatDateTime, utc = false, zoned = false }: TimeProps) {
  const local = useZone();
  const zone = utc ? UTC : local;
  return (
    <time dateTime={new Date(epochSeconds * 1000).toISOString()} title={fullTime(epochSeconds, utc ? local : UTC)}>
      {format(wallSeconds(epochSeconds, zone)) + (zoned ? ` ${zoneText(epochSeconds, zone)}` : "")}
    </time>
  );
}

/** `31.01.2024 13:23:04 UTC` */
function fullTime(epochSeconds: number, zone: string): string {
  const wall = wallSeconds(epochSeconds, zone);
  return `${formatDate(wall)} ${formatClock(wall)} ${zoneText(epochSeconds, zone)}`;
}
