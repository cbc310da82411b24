import type { Days } from "~/platform/day-range";
import { periodText } from "./day-text";

/** Shows that fewer days are displayed than were requested. */
export function CutDays({ days, most }: { days: Days; most: number }) {
  return (
    <p role="status" className="-mt-3 text-sm text-muted">
      {`At most ${most} days are shown: ${periodText(days)}.`}
    </p>
  );
}
