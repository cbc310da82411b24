import { MINUS } from "~/platform/cents-text";
import { formatPercent } from "./format";

/** A change from what was before: `+12.50%`, `−3.00%`, `new` if there was nothing. */
export function formatChange(now: number, before: number): string {
  if (now === before) return "±0.00%";
  if (before === 0) return "new";
  return now > before
    ? `+${formatPercent(now - before, Math.abs(before))}`
    : `${MINUS}${formatPercent(before - now, Math.abs(before))}`;
}
