import { expect, test } from "vitest";
import { centsOf } from "~/compute/inside/tasks/own-end";

test.each([
  ["", 0],
  ["2,50", 250],
  ["$2.5", 250],
  ["5", 500],
  ["abc", null],
  ["1e2", null],
  ["1.005", null],
])("a spend limit typed as '%s' is %s cents", (typed, cents) => expect(centsOf(typed)).toBe(cents));
