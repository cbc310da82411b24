import fc from "fast-check";
import { expect, test } from "vitest";
import { fromRowText, toRowText } from "~/http/row-text";

const rows = fc.array(
  fc.record({
    name: fc.string(),
    count: fc.option(fc.integer()),
    isOn: fc.boolean(),
    parts: fc.array(fc.record({ gpu: fc.nat() })),
  }),
);

test("rows are the same behind the text, in their order", () => {
  fc.assert(fc.property(rows, (given) => void expect(fromRowText(toRowText(given))).toEqual(given)));
});

test("the names of the fields stand in the text once", () => {
  const text = toRowText([{ task_name: "one" }, { task_name: "two" }]);
  expect(text).toBe('[["task_name"],["one"],["two"]]');
});
