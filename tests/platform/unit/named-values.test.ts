import { expect, test } from "vitest";
import { filled, numbered } from "~/platform/named-values";

test("numbers names by their first use, the same name once", () => {
  expect(numbered("select $name, $other::text, $name_2 where $name = any($other)")).toEqual({
    text: "select $1, $2::text, $3 where $1 = any($2)",
    names: ["name", "other", "name_2"],
  });
});

test("sends only the values that the statement names, in its order", () => {
  const values = { unused: 0, to: 2, from: 1 };
  expect(filled("where at >= $from and at < $to", values)).toEqual({
    text: "where at >= $1 and at < $2",
    values: [1, 2],
  });
});

test("leaves a statement with a list as it is", () => {
  expect(filled("select '$$', $1", ["one"])).toEqual({ text: "select '$$', $1", values: ["one"] });
  expect(filled("select 1")).toEqual({ text: "select 1", values: [] });
});

test("refuses a name without a value, and names next to numbers", () => {
  expect(() => filled("select $name, $other", { name: null, other: undefined })).toThrow("no value for $other");
  expect(() => filled("select $name, $other", {})).toThrow("no value for $name, $other");
  expect(() => filled("select $1, $name", { name: "one" })).toThrow("names and numbers");
});
