/** What a named key may be given, from what changes nothing to what costs money (decision 0207). */
export const KEY_SCOPES = ["read", "tasks", "billing"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * What a call needs of a named key: one of its scopes, nothing since it is open to everyone, or what no named key may be given:
 * that is for the account's own key and for sessions.
 */
export type NeededScope = KeyScope | "account" | null;

/** What each scope opens, for screens and mails. */
export const SCOPE_WORDS: Record<KeyScope, string> = {
  read: "Read everything of the account: tasks, logs, balance, statements",
  tasks: "Start, queue, change and end tasks; add and delete SSH keys",
  billing: "Redeem codes, change cards, the subscription and its invoices",
};

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

/** Each once, in the order of `KEY_SCOPES`. */
export function scopesIn(texts: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => texts.includes(scope));
}
