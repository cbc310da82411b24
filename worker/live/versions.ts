import { presentTime } from "~/platform/time.server";
import type { Addressed } from "./addressed";

/** Limit of keys whose last version is remembered; for others, browsers drop late events themselves. */
const REMEMBERED_MAX = 20_000;

let lastMs = 0;

/**
 * Version of an entity that has none in the database: the time at which its reading begins, in ms. It grows with every
 * reading, also of two within a ms and when the clock is set back.
 */
export function readingVersion(): number {
  lastMs = Math.max(presentTime().getTime(), lastMs + 1);
  return lastMs;
}

/**
 * The last version of each key sent to each room. An event is news when its version is higher (A6): changes that were
 * read together are sent once. `stats` are news only if a figure changed (A7).
 */
export class SentVersions {
  readonly #last = new Map<string, { version: number; figures: string }>();

  isNews({ namespace, room, event: { entity, key, version, data } }: Addressed): boolean {
    const name = `${namespace} ${room} ${entity} ${key}`;
    const last = this.#last.get(name);
    const figures = entity === "stats" ? JSON.stringify(data) : "";
    if (last && (version <= last.version || (entity === "stats" && figures === last.figures))) return false;
    // Deleting it first makes it the youngest, so that the oldest entry is always the one unchanged for longest.
    this.#last.delete(name);
    this.#last.set(name, { version, figures });
    if (this.#last.size > REMEMBERED_MAX) this.#last.delete(this.#last.keys().next().value ?? "");
    return true;
  }
}
