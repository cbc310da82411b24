import { expect, test } from "vitest";
import { queueOrder } from "~/domain/capacity/queue-order";

const now = new Date("2026-01-31T12:00:00Z");
const waiting = (resvGuid: string, tenantId: number, waitedS: number) => ({
  resvGuid,
  tenantId,
  acceptedAt: new Date(now.getTime() - waitedS * 1000),
});
const order = (tasks: ReturnType<typeof waiting>[]) => queueOrder(tasks, now).map((task) => task.resvGuid);

test("scenario 21: of tenants with 5 and 1 tasks, the single one goes before the second of the other", () => {
  const five = [1, 2, 3, 4, 5].map((place) => waiting(`a${place}`, 1, 100 - place));
  expect(order([...five, waiting("b1", 2, 10)])).toEqual(["a1", "b1", "a2", "a3", "a4", "a5"]);
});

test("tasks that waited an hour go first, by acceptance, whosever they are", () => {
  const tasks = [
    waiting("a1", 1, 3700),
    waiting("a2", 1, 3600),
    waiting("a3", 1, 3599),
    waiting("b1", 2, 50),
  ];
  expect(order(tasks.toReversed())).toEqual(["a1", "a2", "b1", "a3"]);
});

test("equal acceptance is decided by resv_guid", () => {
  expect(order([waiting("c", 3, 60), waiting("a", 1, 60), waiting("b", 2, 60)])).toEqual(["a", "b", "c"]);
});
