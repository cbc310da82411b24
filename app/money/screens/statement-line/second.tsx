import { formatClock, formatDate } from "~/platform/ui/format";
import { Time } from "~/platform/ui/time";

/** A time to the second, like charges. */
export function Second({ at }: { at: number }) {
  return <Time epochSeconds={at} format={(seconds) => `${formatDate(seconds)} ${formatClock(seconds)}`} utc />;
}
