import { expect, test } from "vitest";
import { byAcceptance, queueOrder, servingOrder } from "~/compute/inside/capacity/queue-order";

const now = new Date("2026-01-31T12:00:00Z");
const waiting = (resvGuid: string, tenantId: number, waitedS: number, gpusMin = 1) => ({
  resvGuid,
  tenantId,
  gpusMin,
  acceptedAt: new Date(now.getTime() - waitedS * 1000),
});
const order = (tasks: ReturnType<typeof waiting>[], inUse: [number, number][] = []) =>
  queueOrder(byAcceptance(tasks), new Map(inUse)).map((task) => task.resvGuid);

test("scenario 21: of tenants with 5 and 1 tasks, the single one goes before the second of the other", () => {
  const five = [1, 2, 3, 4, 5].map((place) => waiting(`a${place}`, 1, 100 - place));
  expect(order([...five, waiting("b1", 2, 10)])).toEqual(["a1", "b1", "a2", "a3", "a4", "a5"]);
});

test("a long wait moves nobody past the first tasks of others: a flood delays its own tenant", () => {
  const flood = [1, 2, 3].map((place) => waiting(`a${place}`, 1, 90_000 - place));
  expect(order([...flood, waiting("b1", 2, 50)].toReversed())).toEqual(["a1", "b1", "a2", "a3"]);
});

test("who has fewer GPUs goes first, in steps that double, so that one GPU more or less changes nothing for large ones", () => {
  const queue = [waiting("many", 1, 400), waiting("few", 2, 300), waiting("none", 3, 200), waiting("as-many", 4, 100)];
  const inUse: [number, number][] = [
    ...([
      [1, 20],
      [2, 2],
      [4, 17],
    ] as [number, number][]),
  ];
  expect(order(queue, inUse)).toEqual(["none", "few", "many", "as-many"]);
});

test("a task counts as many GPUs of its tenant as it asks for", () => {
  const queue = [
    waiting("gang", 1, 300, 16),
    waiting("gang-2", 1, 290, 1),
    waiting("a1", 2, 200),
    waiting("a2", 2, 190),
  ];
  expect(order(queue)).toEqual(["gang", "a1", "a2", "gang-2"]);
});

test("equal acceptance is decided by resv_guid", () => {
  expect(order([waiting("c", 3, 60), waiting("a", 1, 60), waiting("b", 2, 60)])).toEqual(["a", "b", "c"]);
});

test("tasks that staff moved up go before the rest of the queue, the one moved last first, and behind those placed again (S10)", () => {
  const tasks = [
    { ...waiting("first", 1, 300), again: false },
    { ...waiting("moved", 1, 200), again: false, movedUpAt: new Date(now.getTime() - 60_000) },
    { ...waiting("other", 2, 100), again: false },
    { ...waiting("moved-last", 2, 50), again: false, movedUpAt: now },
    { ...waiting("again", 3, 10), again: true },
  ];
  expect(servingOrder(byAcceptance(tasks), new Map()).map(({ resvGuid }) => resvGuid)).toEqual([
    ...["again", "moved-last", "moved", "first", "other"],
  ]);
});
