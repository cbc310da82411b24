import { expect, test } from "vitest";
import { resultJson } from "~/rehearsal/inside/result-json";
import { errorText, farFromTruth, waitErrorText } from "~/rehearsal/screens/rehearsal/figures";
import { aPast, aTask, HOUR_S, runRehearsal } from "./past";

test("an error is the replay's distance from the truth, in percent of it", () => {
  expect(errorText(3600, 3600)).toBe("exact");
  expect(errorText(0, 0)).toBe("exact");
  expect(errorText(0.1 + 0.2, 0.3)).toBe("exact");
  expect(errorText(3600, 3456)).toBe("−4.0%");
  expect(errorText(200, 240)).toBe("+20%");
  expect(errorText(1_000_000, 1_000_040)).toBe("+0.004%");
  expect(errorText(100_000_000, 99_999_999)).toBe("−0.001%");
  expect(errorText(0, 240)).toBe("none was");
  expect(errorText(null, 240)).toBe("none was");
  expect(errorText(240, null)).toBe("none is");
  expect(errorText(null, null)).toBe("–");
  expect(errorText(undefined, 0)).toBe("not recorded");
});

test("the error of a wait under a minute is in seconds", () => {
  expect(waitErrorText(59, 62)).toBe("+3 s");
  expect(waitErrorText(0, 90)).toBe("+1 min");
  expect(waitErrorText(1, 0.6)).toBe("under 1 s");
  expect(waitErrorText(5, 5)).toBe("exact");
  expect(waitErrorText(60, 57)).toBe("−5.0%");
  expect(waitErrorText(null, 57)).toBe("none was");
});

/** The second of two tasks really began at that second, and brought that money. */
function shown({ startS = HOUR_S, cents = 800, seesMoney = true } = {}) {
  const real = { startS: 0, endS: HOUR_S, gpus: 8, cents: 800 };
  const second = { startS, endS: startS + HOUR_S, gpus: 8, cents };
  const past = aPast([aTask("a", { real }), aTask("b", { tenantId: 2, real: second })]);
  const stored = {
    ...{ ...runRehearsal(past), plainSentences: [] },
    past: { fromS: 0, untilS: past.untilS, tasks: 2, nodes: 1, gpus: 8, serviceKnownFromS: null, tenantNames: null },
  };
  return resultJson(stored, { nameOf: (tenantId) => `tenant ${tenantId}`, seesMoney });
}

test("a replay is far from the truth above a twentieth, and its revenue is named to those who see money", () => {
  expect(farFromTruth(shown(), true)).toEqual([]);
  expect(farFromTruth(shown({ startS: HOUR_S * 0.96 }), true)).toEqual([]);
  expect(farFromTruth(shown({ startS: HOUR_S * 0.9, cents: 1000 }), true)).toEqual(["mean wait +11%", "revenue −11%"]);
  expect(farFromTruth(shown({ cents: 1000, seesMoney: false }), false)).toEqual([]);
});

test("each figure of the baseline has its error in JSON, and no money for those who may not see it", () => {
  const { truth } = shown({ startS: HOUR_S / 2, cents: 1000 });
  expect(truth?.real).toMatchObject({ started: 2, mean_s: HOUR_S / 4, p99_s: HOUR_S / 2, cents: 1800, gpu_hours: 16 });
  expect(truth?.errors).toMatchObject({
    ...{ tasks: 0, started: 0, mean_s: 1, p50_s: 0, p99_s: 1, cents: -1 / 9, gpu_hours: 0, utilisation: 0 },
    by_tenant: [
      { tenant_name: "tenant 1", mean_s: 0, cents: 0 },
      { tenant_name: "tenant 2", mean_s: 1, cents: -0.2 },
    ],
  });
  expect(truth?.errors?.by_size[2]).toMatchObject({ from_gpus: 5, to_gpus: 8, mean_s: 1 });
  const plain = shown({ cents: 1000, seesMoney: false }).truth;
  expect([plain?.real?.cents, plain?.errors?.cents, plain?.errors?.by_tenant[1]?.cents]).toEqual([null, null, null]);
});
