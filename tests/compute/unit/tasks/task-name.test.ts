import fc from "fast-check";
import { expect, test } from "vitest";
import { M } from "~/messages";
import { defaultTaskName } from "~/compute/inside/tasks/default-task-name";
import { normaliseTaskName, requireTaskName } from "~/compute/inside/tasks/task-name";

test.each([
  ["  my first  run ", "my-first-run"],
  ["a\tb\n c", "a-b-c"],
  ["v1.0_final", "v1.0_final"],
])("%j is stored as %j", (typed, stored) => expect(requireTaskName(typed)).toBe(stored));

test.each([
  ["", M.taskNameRequired],
  [" \t ", M.taskNameRequired],
  ["x".repeat(64), M.taskNameTooLong],
  ["-x", M.taskNameCharacters],
  [".x", M.taskNameCharacters],
  ["größe", M.taskNameCharacters],
  ["a/b", M.taskNameCharacters],
])("%j is refused", (typed, message) => expect(() => requireTaskName(typed)).toThrow(message));

test("63 characters are allowed", () => expect(requireTaskName("x".repeat(63))).toHaveLength(63));

test("a stored name is unchanged when it is normalised again", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const once = normaliseTaskName(typed);
      expect(normaliseTaskName(once)).toBe(once);
      expect(once).not.toMatch(/\s/);
    }),
  );
});

test("the default name carries the UTC day", () => {
  const now = new Date("2024-01-31T23:59:59Z");
  expect(defaultTaskName(now)).toBe("myexperiment00-seed0-31012024");
  const taken = ["myexperiment00-seed0-31012024", "myexperiment00-seed0-31012024-2"];
  expect(defaultTaskName(now, new Set(taken.slice(1)))).toBe("myexperiment00-seed0-31012024");
  expect(defaultTaskName(now, new Set(taken))).toBe("myexperiment00-seed0-31012024-3");
});
