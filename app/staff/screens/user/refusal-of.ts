/** The screen's refusal: which form, why, and the typed values. */
export interface UserFormRefusal {
  intent: string;
  message: string;
  typed: string;
  /** True if the form's fields show the refusal, so that the page need not. */
  atField: boolean;
}

export function refusalOf(given: unknown): UserFormRefusal | null {
  if (typeof given !== "object" || given === null || !("intent" in given) || !("message" in given)) return null;
  const intent = String(given.intent);
  const atField =
    intent === "comment" || intent === "end-sessions" || (intent === "adjust-balance" && hasFieldErrors(given));
  return { intent, message: String(given.message), typed: typedBody(given), atField };
}

function hasFieldErrors(given: object): boolean {
  const result = "lastResult" in given ? (given.lastResult as { error?: Record<string, unknown> } | null) : null;
  return Object.keys(result?.error ?? {}).some((field) => field !== "");
}

function typedBody(given: object): string {
  const result = "lastResult" in given ? given.lastResult : null;
  const body = (result as { initialValue?: { body?: unknown } } | null)?.initialValue?.body;
  return typeof body === "string" ? body : "";
}
