import fc from "fast-check";
import { expect, test } from "vitest";
import { pairTopics, type Part, partsOf } from "~/site/inside/faq/difference";
import type { SectionText } from "~/site/faq-topic";

const of = (...topics: [question: string, answer: string][]): SectionText => ({
  title: "T",
  topics: topics.map(([question, answer]) => ({ question, answer })),
});
const without = (parts: Part[], where: Part["in"]) =>
  parts
    .filter((part) => part.in !== where)
    .map(({ text }) => text)
    .join("");

test.each([
  [
    "one two three",
    "one 2 three",
    [
      { text: "one ", in: "both" },
      { text: "two", in: "old" },
      { text: "2", in: "new" },
      { text: " three", in: "both" },
    ],
  ],
  ["", "new", [{ text: "new", in: "new" }]],
  ["same", "same", [{ text: "same", in: "both" }]],
] as [string, string, Part[]][])("%j became %j", (old, present, parts) => {
  expect(partsOf(old, present)).toEqual(parts);
});

test("the parts of a difference add up to both texts", () => {
  const word = fc.constantFrom("a", "b", " ", "\n", "é", "漢", "<b>", "**");
  const some = fc.array(word, { maxLength: 60 }).map((words) => words.join(""));
  fc.assert(
    fc.property(some, some, (old, present) => {
      const parts = partsOf(old, present);
      expect([without(parts, "new"), without(parts, "old")]).toEqual([old, present]);
    }),
  );
});

test("texts without common parts differ as a whole, in bounded time", () => {
  const words = (letter: string) => Array.from({ length: 4_000 }, (_, at) => `${letter}${at}`).join("\n");
  const parts = partsOf(words("a"), words("b"));
  expect(without(parts, "new")).toBe(words("a"));
  expect(without(parts, "old")).toBe(words("b"));
});

test("topics are paired: equal questions first, else by place; the rest was added or removed", () => {
  const pairs = pairTopics(of(["a", "1"], ["b", "2"], ["c", "3"]), of(["a", "1"], ["x", "9"], ["b", "2!"], ["d", "4"]));
  const names = pairs.map((pair) => [pair.old?.question ?? null, pair.new?.question ?? null, pair.same]);
  expect(names).toEqual([
    ["a", "a", true],
    ["c", "x", false],
    ["b", "b", false],
    [null, "d", false],
  ]);
  expect(pairTopics(of(["a", "1"], ["b", "2"]), of(["b", "2"])).map((pair) => pair.new === null)).toEqual([
    true,
    false,
  ]);
});

test("the pairs contain every topic of both texts once", () => {
  const topic = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"));
  const topics = fc.array(topic, { maxLength: 8 });
  fc.assert(
    fc.property(topics, topics, (old, present) => {
      const pairs = pairTopics(of(...old), of(...present));
      expect(pairs.flatMap((pair) => pair.new ?? [])).toEqual(of(...present).topics);
      const olds = pairs.flatMap((pair) => pair.old ?? []).map(({ question, answer }) => question + answer);
      expect(olds.sort()).toEqual(old.map(([question, answer]) => question + answer).sort());
    }),
  );
});
