import { type FundsNow, fundsWithTask } from "~/money/funds-with-task";
import { formatCents, formatSpan } from "~/platform/ui/format";
import type { Missing } from "~/compute/inside/reserve/first-missing";
import type { Standing } from "./standing";

/** Known waits for a row and number of GPUs. */
export interface Wait {
  row: string;
  gpu_min: string;
  /** Waits of comparable tasks in a sentence. */
  text: string;
  /** Median wait; null if unknown. */
  medianS: number | null;
}

/** Cents that adding funds proposes: at least the missing amount, and at least the smallest top-up. */
export function centsToAdd(funds: FundsNow | null, { pphCents }: Standing, topUpMinCents: number): number {
  const wanting = funds && pphCents !== null ? fundsWithTask(funds, pphCents).wantingCents : 0;
  return Math.max(Math.ceil(wanting / 100) * 100, topUpMinCents);
}

/** Names the step that follows once the key is there. */
export function stepLabel(missing: Missing | null, addCents: number, wait: Wait | null): string {
  if (missing === "funds") return `Add ${formatCents(addCents)}`;
  if (missing !== "capacity") return "Start Task";
  return wait?.medianS ? `Join the queue, about ${formatSpan(wait.medianS)}` : "Join the queue";
}
