/** Scopes of a named key, from harmless to those that cost money (decision 0207). */
export const KEY_SCOPES = ["read", "tasks", "billing"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * Scope that a call needs from a named key: null if every key may call, `account` if only sessions and the account key
 * may.
 */
export type NeededScope = KeyScope | "account" | null;

/** Description of each scope, for screens and mails. */
export const SCOPE_WORDS: Record<KeyScope, string> = {
  read: "Read everything in the account: tasks, logs, balance, statements",
  tasks: "Start, queue, change and end tasks; add and delete SSH keys",
  billing: "Redeem codes, change cards, the subscription and its invoices",
};

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

/** Removes duplicates and sorts in the order of `KEY_SCOPES`. */
export function scopesIn(texts: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => texts.includes(scope));
}
