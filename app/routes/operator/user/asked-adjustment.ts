/** An adjustment that takes money and waits for the word of the admin. */
export interface AskedAdjustment {
  /** What was sent, for the form that confirms it. */
  dollars: string;
  reason: string;
  form_key: string;
  /** '$5.00' */
  takes: string;
  /** How the tenant stands, and will stand. */
  now: string;
  after: string;
}

/** The question that the screen's action asks, if it does. */
export function askedAdjustmentOf(given: unknown): AskedAdjustment | null {
  if (typeof given !== "object" || given === null || !("askAdjustment" in given)) return null;
  return given.askAdjustment as AskedAdjustment;
}
