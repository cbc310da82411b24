import { expect, test } from "vitest";
import { changedWaits } from "~/compute/inside/capacity/write-queue.server";

const QUEUE = 5000;
const at = (second: number) => new Date(second * 1000);
const ids = Array.from({ length: QUEUE }, (_, index) => String(index));
/** A queue in which everybody is one place further ahead than written. */
const before = ids.map((resvGuid, index) => ({ resvGuid, position: index + 2, waitReason: "waiting_for_gpus" }));
const waits = ids.map((resvGuid, index) => ({
  task: { resvGuid } as never,
  position: index + 1,
  reason: "waiting_for_gpus" as const,
}));

test("near places are written at once, far ones in turns, and within 31 s each", () => {
  const first = changedWaits(before, waits, at(7));
  expect(first.now.slice(0, 1000).map(({ position }) => position)).toEqual(
    ids.slice(0, 1000).map((id) => Number(id) + 1),
  );
  expect(first.later).toBe(QUEUE - first.now.length);
  for (const beatS of [1, 2, 5]) {
    const seen = new Set<number>();
    for (let turn = 0; turn < 31; turn += 1) {
      for (const { position } of changedWaits(before, waits, at(turn * beatS)).now) seen.add(position);
    }
    expect(seen.size).toBe(QUEUE);
  }
});

test("a far place is written at once if it is new, or if its reason changed", () => {
  const changed = before.map((one, index) => {
    if (index === 4000) return { ...one, position: null };
    return index === 4001 ? { ...one, waitReason: "held" } : one;
  });
  // In the turn of no place.
  const { now } = changedWaits(changed, waits, at(30));
  expect(now.slice(1000).map(({ position }) => position)).toEqual([4001, 4002]);
});

test("what did not change is not written", () => {
  expect(
    changedWaits(
      waits.map(({ position, reason }, index) => ({ resvGuid: ids[index] ?? "", position, waitReason: reason })),
      waits,
      at(0),
    ),
  ).toEqual({
    now: [],
    later: 0,
  });
});
