import { expect, test } from "vitest";
import { changeTopics, NO_TOPIC, type TopicAct, withTyped } from "~/site/screens/faq-editor/topics-page";

const named = (...names: string[]) => names.map((question) => ({ question, answer: "" }));

test.each([
  ["add", 0, ["a", "b", "c", ""]],
  ["remove", 1, ["a", "c"]],
  ["remove", 9, ["a", "b", "c"]],
  ["up", 1, ["b", "a", "c"]],
  ["up", 0, ["a", "b", "c"]],
  ["down", 1, ["a", "c", "b"]],
  ["down", 2, ["a", "b", "c"]],
  ["preview", 1, ["a", "b", "c"]],
] as [TopicAct, number, string[]][])("%s of topic %i leaves %j", (act, at, left) => {
  expect(changeTopics(named("a", "b", "c"), act, at, NO_TOPIC).map(({ question }) => question)).toEqual(left);
});

test("edits on a page replace only the topics of that page", () => {
  const topics = named("a", "b", "c", "d");
  const typed = withTyped(topics, { from: 1, shown: 2, typed: named("B", "C", "new") });
  expect(typed.map(({ question }) => question)).toEqual(["a", "B", "C", "new", "d"]);
});
