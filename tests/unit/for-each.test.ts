import { expect, test } from "vitest";
import { forEach, partsOf, sumOfEach } from "~/domain/for-each";

const failing = (...failures: number[]) => {
  const seen: number[] = [];
  const work = async (one: number) => {
    seen.push(one);
    if (failures.includes(one)) throw new Error(`fault of ${one}`);
    return one * 10;
  };
  return { seen, work };
};

test("each is done in turn, and what was answered comes in order", async () => {
  const { seen, work } = failing();
  expect(await forEach(new Set([3, 1, 2]), work)).toEqual([30, 10, 20]);
  expect(seen).toEqual([3, 1, 2]);
  expect(await sumOfEach([1, 2, 3], work)).toBe(60);
  expect(await sumOfEach([], work)).toBe(0);
});

test("the fault of one keeps no other waiting, and is thrown as it is", async () => {
  const { seen, work } = failing(1);
  await expect(forEach([1, 2, 3], work)).rejects.toThrow(/^fault of 1$/);
  expect(seen).toEqual([1, 2, 3]);
});

test("several faults are thrown together, also those of work that goes through others", async () => {
  const { work } = failing(1, 2, 4);
  const rejected = forEach([[1, 2], [3], [4]], (part) => forEach(part, work));
  const fault: unknown = await rejected.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(AggregateError);
  expect((fault as AggregateError).errors.map(String)).toEqual([
    "Error: fault of 1",
    "Error: fault of 2",
    "Error: fault of 4",
  ]);
});

test("parts hold all in order", () => {
  expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(partsOf([], 2)).toEqual([]);
});
