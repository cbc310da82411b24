/** A debit that awaits confirmation. */
export interface AskedAdjustment {
  /** The sent amount, for the confirmation form. */
  dollars: string;
  reason: string;
  form_key: string;
  /** '$5.00' */
  takes: string;
  /** The balance now and afterwards. */
  now: string;
  after: string;
}

/** Returns the confirmation that the screen's action asks for, if any. */
export function askedAdjustmentOf(given: unknown): AskedAdjustment | null {
  if (typeof given !== "object" || given === null || !("askAdjustment" in given)) return null;
  return given.askAdjustment as AskedAdjustment;
}
