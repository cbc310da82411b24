import type { Adder } from "./payment-facts";

/** Reads who began to add a card, from what `adderMetadata` wrote. */
export function adderOf({ metadata, created }: { metadata: Record<string, string>; created: number }): Adder | null {
  const userId = Number(metadata["user"] ?? "");
  return userId > 0 ? { userId, since: new Date(created * 1000) } : null;
}

/** Names who adds a card, for the provider to keep with it. */
export function adderMetadata({ userId }: { userId: number }): Record<string, string> {
  return { user: String(userId) };
}
