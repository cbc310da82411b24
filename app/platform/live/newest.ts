import type { LiveEvent } from "./events";

/** The full present state of one entity, as a loader, a poll or an event gave it. */
export interface LiveRow<Data> {
  key: string;
  /** Version. If the answer has none: the time of its reading in ms, which its events then carry (A6). */
  version: number;
  data: Data;
}

/** The answer of a loader or a poll, with all its rows. `atMs` is the server's clock. */
export interface Loaded<Data> {
  atMs: number;
  rows: LiveRow<Data>[];
}

export type EventsByKey<Data> = ReadonlyMap<string, LiveEvent<Data>>;

/** Keeps an event unless one at least as new is there; then it returns the same map (5.1). */
export function withEvent<Data>(kept: EventsByKey<Data>, event: LiveEvent<Data>): EventsByKey<Data> {
  const present = kept.get(event.key);
  return present && !isNewer(event, present) ? kept : new Map(kept).set(event.key, event);
}

/**
 * The rows to show: those loaded, each replaced by its event if that is newer. An entity that the load did not know is
 * shown if its event was sent after the load. An event without data removes its row.
 */
export function newestRows<Data>(loaded: Loaded<Data>, events: EventsByKey<Data>): Map<string, Data> {
  const shown = new Map<string, Data>();
  const loadedAt = Math.floor(loaded.atMs / 1000);
  for (const row of loaded.rows) {
    const event = events.get(row.key);
    if (!event || !isNewer(event, row)) shown.set(row.key, row.data);
    else if (event.data !== null) shown.set(row.key, event.data);
  }
  const known = new Set(loaded.rows.map((row) => row.key));
  for (const event of events.values()) {
    if (!known.has(event.key) && event.data !== null && event.ts >= loadedAt) shown.set(event.key, event.data);
  }
  return shown;
}

/** Checks that a value from a socket has the envelope of an event (5.1). */
export function isLiveEvent(value: unknown): value is LiveEvent {
  if (typeof value !== "object" || value === null) return false;
  return "key" in value && "version" in value && typeof value.version === "number" && "data" in value;
}

function isNewer(event: { version: number }, than: { version: number }): boolean {
  return event.version > than.version;
}
