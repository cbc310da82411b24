const DAY_MS = 86_400_000;
/** Days before its end at which operators are told, of a token that was made for longer than that and a day. */
const DAYS_BEFORE = [1, 7] as const;

/** A token that ends. */
export interface TokenEnd {
  until: Date;
  /** Null: it does not say. */
  made: Date | null;
}

/** `ended`, or within how many days a token ends. */
export type TokenNotice = "ended" | (typeof DAYS_BEFORE)[number];

/**
 * The notice that is due for a token; null: none. A short one is renewed by a script each day or hour, so its end is no
 * news before it has come.
 */
export function tokenNotice({ until, made }: TokenEnd, now: Date): TokenNotice | null {
  const leftMs = until.getTime() - now.getTime();
  if (leftMs <= 0) return "ended";
  const lifeMs = made === null ? Infinity : until.getTime() - made.getTime();
  return DAYS_BEFORE.find((days) => leftMs <= days * DAY_MS && lifeMs > (days + 1) * DAY_MS) ?? null;
}
