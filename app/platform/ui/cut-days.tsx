import type { Days } from "~/platform/day-range";
import { USAGE_DAYS_MAX } from "~/usage/usage-days";
import { periodText } from "./day-text";

/** Shows that fewer days are displayed than were requested. */
export function CutDays({ days }: { days: Days }) {
  return (
    <p role="status" className="-mt-3 text-sm text-muted">
      {`At most ${USAGE_DAYS_MAX} days are shown: ${periodText(days)}.`}
    </p>
  );
}
