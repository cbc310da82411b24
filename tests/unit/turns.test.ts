import { expect, test } from "vitest";
import { Turnstile } from "../../worker/live/turnstile";

test("so many pass at a time, in order, and a failure frees its place", async () => {
  const turnstile = new Turnstile(2);
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
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => turnstile.pass(work(index))));
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
