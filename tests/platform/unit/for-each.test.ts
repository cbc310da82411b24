import { expect, test } from "vitest";
import { forAll, forEach, forEachStep, PartFailed, partsOf, sumOfAll, sumOfEach } from "~/platform/for-each";

const failing = (...failures: number[]) => {
  const seen: number[] = [];
  const work = async (one: number) => {
    seen.push(one);
    if (failures.includes(one)) throw new Error(`fault of ${one}`);
    return one * 10;
  };
  return { seen, work };
};

test("items run in turn, and results are returned in order", async () => {
  const { seen, work } = failing();
  expect(await forEach(new Set([3, 1, 2]), work)).toEqual([30, 10, 20]);
  expect(seen).toEqual([3, 1, 2]);
  expect(await sumOfEach([1, 2, 3], work)).toBe(60);
  expect(await sumOfEach([], work)).toBe(0);
});

test("a fault of one item delays no other, and is thrown unchanged", async () => {
  const { seen, work } = failing(1);
  await expect(forEach([1, 2, 3], work)).rejects.toThrow(/^fault of 1$/);
  expect(seen).toEqual([1, 2, 3]);
});

test("a few items run at once, and each of them once, whatever fails", async () => {
  let running = 0;
  let most = 0;
  const { seen, work } = failing(2);
  const counted = async (one: number) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    return await work(one).finally(() => (running -= 1));
  };
  await expect(forEach([1, 2, 3, 4, 5], counted, { atOnce: 2 })).rejects.toBeInstanceOf(PartFailed);
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test("several faults are thrown together, including those of nested work", async () => {
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

test("work on all items is repeated for each half where it fails, down to the faulty ones", async () => {
  const done: number[] = [];
  const calls: number[] = [];
  const work = async (some: readonly number[]) => {
    calls.push(some.length);
    const bad = some.filter((one) => one === 3 || one === 7);
    if (bad.length > 0) throw new Error(`fault of ${bad.join()}`);
    done.push(...some);
    return some.length;
  };
  const all = [1, 2, 3, 4, 5, 6, 7, 8];
  const fault: unknown = await forAll(all, work).catch((error: unknown) => error);
  expect((fault as AggregateError).errors.map(String)).toEqual(["Error: fault of 3", "Error: fault of 7"]);
  expect((fault as Error).message).toBe("fault of 3; fault of 7");
  expect(done).toEqual([1, 2, 4, 5, 6, 8]);
  calls.splice(0);
  expect(await sumOfAll([1, 2, 4], work)).toBe(3);
  expect(await forAll([], work)).toEqual([]);
  expect(calls).toEqual([3]);
});

test("each step runs, and faults have the names of their steps", async () => {
  const { seen, work } = failing(2);
  const steps = { first: () => work(1), second: () => work(2), third: () => work(3) };
  await expect(forEachStep(steps)).rejects.toThrow(/^second: fault of 2$/);
  expect(seen).toEqual([1, 2, 3]);
});

test("a partial success is reported by the thrown error, through each level", async () => {
  const thrown = async (failures: number[], parts: number[][]) => {
    const { work } = failing(...failures);
    const fault: unknown = await forEach(parts, (part) => forEach(part, work)).catch((error: unknown) => error);
    return fault instanceof PartFailed;
  };
  expect(await thrown([1], [[1], [2]])).toBe(true);
  expect(await thrown([1], [[1, 2]])).toBe(true);
  expect(await thrown([1, 2, 3], [[1, 2], [3]])).toBe(false);
  const { work } = failing(1);
  await expect(forEachStep({ only: () => work(1) })).rejects.not.toBeInstanceOf(PartFailed);
  await expect(forEachStep({ only: () => forEach([1, 2], work) })).rejects.toBeInstanceOf(PartFailed);
});

test("parts hold all in order", () => {
  expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(partsOf([], 2)).toEqual([]);
});
