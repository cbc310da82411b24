import { formatClock, formatDate } from "~/ui/format";
import { Time } from "~/ui/time";

/** A time to the second: charges are counted in them. */
export function Second({ at }: { at: number }) {
  return <Time epochSeconds={at} format={(seconds) => `${formatDate(seconds)} ${formatClock(seconds)}`} utc />;
}
