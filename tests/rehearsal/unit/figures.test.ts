import { expect, test } from "vitest";
import { errorText, farFromTruth, figuresOf } from "~/rehearsal/screens/rehearsal/figures";

const TRUE = {
  started_real: 200,
  started_replayed: 200,
  mean_wait_real_s: 3600,
  mean_wait_replayed_s: 3600,
  cents_real: 5000,
  cents_replayed: 5000,
};
const [wait, , started] = figuresOf(true);

test("an error is the replay's distance from the truth, in percent of it", () => {
  if (!wait || !started) throw new Error("no figures");
  expect(errorText(wait, TRUE)).toBe("exact");
  expect(errorText(wait, { ...TRUE, mean_wait_replayed_s: 3456 })).toBe("−4.0%");
  expect(errorText(started, { ...TRUE, started_replayed: 240 })).toBe("+20%");
  expect(errorText(started, { ...TRUE, started_real: 0 })).toBe("none was");
  expect(errorText(wait, { ...TRUE, mean_wait_real_s: null })).toBe(null);
});

test("a replay is far from the truth above a twentieth, and its revenue is named to those who see money", () => {
  expect(farFromTruth(TRUE, true)).toEqual([]);
  expect(farFromTruth({ ...TRUE, mean_wait_replayed_s: 3780 }, true)).toEqual([]);
  expect(farFromTruth({ ...TRUE, mean_wait_replayed_s: 3790, started_replayed: 0 }, true)).toEqual([
    "mean wait +5.3%",
    "tasks started −100%",
  ]);
  expect(farFromTruth({ ...TRUE, cents_replayed: 4000 }, true)).toEqual(["revenue −20%"]);
  expect(farFromTruth({ ...TRUE, cents_replayed: 4000 }, false)).toEqual([]);
});
