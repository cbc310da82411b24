import { wallSeconds } from "~/platform/time-zone";
import { formatDate, formatDateTime, formatTime } from "./format";
import { Time } from "./time";
import { useZone } from "./zone";

interface TimeRangeProps {
  fromTs: number;
  untilTs: number;
  /** Stands between the two. */
  joint: string;
  /** Shows the zone. */
  zoned?: boolean;
}

/** Two times, the day once if it is the same. */
export function TimeRange({ fromTs, untilTs, joint, zoned = false }: TimeRangeProps) {
  const zone = useZone();
  const dayOf = (ts: number) => formatDate(wallSeconds(ts, zone));
  return (
    <>
      <Time epochSeconds={fromTs} /> {joint}{" "}
      <Time
        epochSeconds={untilTs}
        format={dayOf(fromTs) === dayOf(untilTs) ? formatTime : formatDateTime}
        zoned={zoned}
      />
    </>
  );
}
