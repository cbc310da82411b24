import { expect, test } from "vitest";
import { firstMissing } from "~/compute/inside/reserve/first-missing";
import { isGrowth } from "~/compute/inside/reserve/growth";

const all = { loggedIn: true, hasKeys: true, covered: true, ready: true };

test.each([
  [{}, null],
  [{ ready: false }, "capacity"],
  [{ ready: undefined }, null],
  [{ ready: false, covered: false }, "funds"],
  [{ covered: false, hasKeys: false }, "key"],
  [{ hasKeys: false, covered: false, ready: false, loggedIn: false }, "login"],
])("with %j the first missing requirement is %s", (lacking, missing) => {
  const { ready, ...standing } = { ...all, ...lacking };
  expect(firstMissing({ ...standing, ...(ready === undefined ? {} : { ready }) })).toBe(missing);
});

test.each([
  ["1", "0", "1", true],
  ["2", "8", "2", true],
  ["2", "2", "1", true],
  ["8", "4", "1", false],
  ["1", "65", "1", false],
  ["1", "8", "0", false],
  ["1", "8", "x", false],
  ["1", "1.5", "1", false],
])("a task of %s GPUs that grows to %s in steps of %s: %s", (gpu_min, gpus_max, gpus_incr, allowed) => {
  expect(isGrowth({ gpu_min, gpus_max, gpus_incr })).toBe(allowed);
});
