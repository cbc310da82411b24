import { describe, expect, it } from "vitest";
import { staleAgeSeconds } from "~/platform/live/age";
import type { LiveEvent } from "~/platform/live/events";
import { type EventsByKey, isLiveEvent, newestRows, withEvent } from "~/platform/live/newest";

const none: EventsByKey<string> = new Map();

function event(key: string, version: number, data: string | null, ts = 1000): LiveEvent<string> {
  return { entity: "task", key, version, ts, data };
}

function loaded(...rows: [string, number, string][]) {
  return { atMs: 1_000_000, rows: rows.map(([key, version, data]) => ({ key, version, data })) };
}

describe("Live events follow the version rule (5.1)", () => {
  it("58: drops an event that is not newer than the present one", () => {
    const kept = withEvent(none, event("a", 7, "seven"));
    expect(withEvent(kept, event("a", 7, "again"))).toBe(kept);
    expect(withEvent(kept, event("a", 6, "late"))).toBe(kept);
    expect(withEvent(kept, event("a", 8, "eight")).get("a")?.data).toBe("eight");
  });

  it("58: shows an event over an older row, and a row over an older event", () => {
    const events = withEvent(withEvent(none, event("a", 7, "event")), event("b", 2, "event"));
    const rows = newestRows(loaded(["a", 6, "row"], ["b", 3, "row"]), events);
    expect(Object.fromEntries(rows)).toEqual({ a: "event", b: "row" });
  });

  it("58: keeps events that arrived while the loader was refetched", () => {
    const rows = newestRows(loaded(["a", 6, "row"]), withEvent(none, event("new", 1, "event", 1000)));
    expect([...rows.keys()]).toEqual(["a", "new"]);
  });

  it("drops an event with the row's version: the row was read later or at the same time (A6)", () => {
    const events = withEvent(none, event("a", 7, "event", 2000));
    expect(newestRows(loaded(["a", 7, "row"]), events).get("a")).toBe("row");
  });

  it("forgets an entity that a later load no longer has", () => {
    expect(newestRows(loaded(), withEvent(none, event("old", 1, "event", 999))).size).toBe(0);
  });

  it("removes an entity whose data is null", () => {
    expect(newestRows(loaded(["a", 6, "row"]), withEvent(none, event("a", 7, null))).has("a")).toBe(false);
  });

  it("accepts only envelopes as events", () => {
    expect(isLiveEvent(event("a", 1, null))).toBe(true);
    expect([null, "x", {}, { key: "a", version: "1", data: null }].map(isLiveEvent)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("Figures know their age", () => {
  const confirmed = { confirmedAtMs: 10_000, everySeconds: 3 };

  it("are fresh while a resynced socket confirms them", () => {
    expect(staleAgeSeconds({ ...confirmed, fresh: true }, 900_000)).toBeNull();
  });

  it("are stale after two intervals without socket and poll", () => {
    expect(staleAgeSeconds({ ...confirmed, fresh: false }, 16_000)).toBeNull();
    expect(staleAgeSeconds({ ...confirmed, fresh: false }, 22_000)).toBe(12);
  });
});
