/** A price that was typed and not yet confirmed, with what it means for tasks that are there. */
export interface AskedPrice {
  gpuType: string;
  pphCents: number;
  /** What was seen of the type. */
  version: number;
  /** Value of a date field, in UTC; empty: at once. */
  appliesAt: string;
  effect: { running: number; queued: number; atNew: number };
}

export function askedPriceIn(answer: unknown): AskedPrice | null {
  if (typeof answer !== "object" || answer === null || !("askedPrice" in answer)) return null;
  return answer.askedPrice as AskedPrice;
}
