import { expect, test } from "vitest";
import { nextTry, WAITS_S } from "~/accounts/inside/endpoints/retry-waits";
import { BODY_BYTES, shownBody } from "~/accounts/inside/endpoints/shown-body";

test("a webhook is tried at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then fails (15.4)", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const waits = Array.from({ length: 9 }, (_, done) => nextTry({ turn: done + 1, now })).map((at) =>
    at ? (at.getTime() - now.getTime()) / 1000 : null,
  );
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, null, null]);
  expect(WAITS_S.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(27 * 3600);
});

test("the beginning of an answer is stored, without hidden characters, direction marks and terminators", () => {
  expect(shownBody(Buffer.from("a\r\nb\0c\u202Ed\u200Be\u001b[31m\tf"))).toBe("a\nbcde[31m\tf");
  expect(shownBody(Buffer.from([0x68, 0xff, 0x69]))).toBe("h\uFFFDi");
  expect(shownBody(Buffer.alloc(BODY_BYTES * 3, "x"))).toHaveLength(BODY_BYTES);
});
