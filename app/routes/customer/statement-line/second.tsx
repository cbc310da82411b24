import { formatClock, formatDate } from "~/ui/format";
import { Time } from "~/ui/time";

/** A time to the second, like charges. */
export function Second({ at }: { at: number }) {
  return <Time epochSeconds={at} format={(seconds) => `${formatDate(seconds)} ${formatClock(seconds)}`} utc />;
}
