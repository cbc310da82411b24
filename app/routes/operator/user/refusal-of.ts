/** What the screen's action answers when it refuses: which form, why, and what was typed. */
export interface UserFormRefusal {
  intent: string;
  message: string;
  typed: string;
}

export function refusalOf(given: unknown): UserFormRefusal | null {
  if (typeof given !== "object" || given === null || !("intent" in given) || !("message" in given))
    return null;
  return { intent: String(given.intent), message: String(given.message), typed: typedBody(given) };
}

function typedBody(given: object): string {
  const result = "lastResult" in given ? given.lastResult : null;
  const body = (result as { initialValue?: { body?: unknown } } | null)?.initialValue?.body;
  return typeof body === "string" ? body : "";
}
