import { expect, test } from "vitest";
import type { LogChunk } from "~/compute/log-lines";
import { followLog } from "~/platform/live/follow-log";

const line = (seq: number): LogChunk => ({ seq, ts: 1, stream: "out", text: `${seq}\n` });

/**
 * Follows a log that gives these answers one after the other, then nothing, and returns what was read until it was
 * complete.
 */
async function follow(answers: (LogChunk[] | null)[], timeoutMs = 60_000) {
  const taken: number[] = [];
  let asked = 0;
  await new Promise<void>((resolve) => {
    followLog({
      ask: async () => {
        const answer = answers[asked];
        asked += 1;
        return await Promise.resolve(answer === undefined ? [] : answer);
      },
      take: (chunks) => taken.push(...chunks.map(({ seq }) => seq)),
      ended: true,
      onComplete: resolve,
      everyMs: 1,
      timeoutMs,
    });
  });
  return { taken, asked };
}

test("the log of an ended task is requested until two answers in a row are empty", async () => {
  expect(await follow([])).toEqual({ taken: [], asked: 2 });
  expect(await follow([[], [line(1)], [], [line(2), line(3)]])).toEqual({ taken: [1, 2, 3], asked: 6 });
});

test("a missing answer is not an empty one", async () => {
  expect(await follow([[], null, null, [line(1)]])).toEqual({ taken: [1], asked: 6 });
});

test("late answers are aborted", async () => {
  expect(await follow([null], 0)).toEqual({ taken: [], asked: 1 });
});

test("the log of a running task is requested until nobody follows it", async () => {
  let asked = 0;
  await new Promise<void>((resolve, reject) => {
    const stop = followLog({
      ask: async () => {
        asked += 1;
        if (asked === 5) {
          stop();
          resolve();
        }
        return await Promise.resolve(asked < 5 ? [] : [line(1)]);
      },
      take: () => reject(new Error("taken after the end")),
      ended: false,
      onComplete: () => reject(new Error("nothing is whole while the task goes on")),
      everyMs: 1,
    });
  });
  expect(asked).toBe(5);
});
