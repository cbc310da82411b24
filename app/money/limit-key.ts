/** Limits of a member by month (16.8), and of an API key by day and in total (16.11). */
export type LimitKind = "member" | "key_day" | "key_total";

/** A starter of a task or maker of a volume: a member, with a named key or without one. */
export interface Spender {
  tenantId: number;
  /** Null if the starter of a task is unknown. */
  userId: number | null;
  /** The line of the named key; null or omitted: without one. */
  keyLineId?: number | null | undefined;
}

/** Builds a map key for a limit: of a member by their user, of an API key by its line. */
export function limitKey(kind: LimitKind, tenantId: number, id: number): string {
  return `${kind}:${tenantId}:${id}`;
}

/** Picks the limits that apply to a spender, by `limitKey`. */
export function limitsOf<Limit>(limits: ReadonlyMap<string, Limit>, spender: Spender): Map<string, Limit> {
  const { tenantId, userId, keyLineId = null } = spender;
  const kinds = [["member", userId] as const, ["key_day", keyLineId] as const, ["key_total", keyLineId] as const];
  const found = kinds.flatMap(([kind, id]) => {
    const key = limitKey(kind, tenantId, id ?? 0);
    const limit = limits.get(key);
    return limit === undefined ? [] : [[key, limit] as const];
  });
  return new Map(found);
}
