import { expect, test } from "vitest";
import { Turns } from "~/platform/turns";

test("at most the given number runs in parallel, in order, and a failure frees its place", async () => {
  const turns = new Turns(2);
  let inside = 0;
  let most = 0;
  const done: number[] = [];
  const work = (index: number) => async () => {
    most = Math.max(most, ++inside);
    await Promise.resolve();
    inside -= 1;
    done.push(index);
    if (index === 1) throw new Error("failed");
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => turns.take(work(index))));
  expect(most).toBe(2);
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});

test("an aborted waiter leaves the line at once, whatever those before it do", async () => {
  const turns = new Turns(1);
  let goOn = () => {};
  const first = turns.take(async () => await new Promise<void>((resolve) => (goOn = resolve)));
  const end = new AbortController();
  const begun: string[] = [];
  const second = turns.take(async () => void begun.push("second"), end.signal);
  const third = turns.take(async () => void begun.push("third"), new AbortController().signal);
  end.abort(new Error("given up"));
  await expect(second).rejects.toThrow("given up");
  goOn();
  await Promise.all([first, third]);
  expect(begun).toEqual(["third"]);
});

test("a waiter aborted beforehand does not begin", async () => {
  const work = async () => await Promise.reject(new Error("begun"));
  await expect(new Turns(1).take(work, AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
});
