import { expect, test } from "vitest";
import { anchorsOf, findTopics, type Section, type Topic } from "~/site/faq-topic";

const sections: Section[] = [
  {
    id: 1,
    title: "Billing",
    version: 1,
    topics: [
      { question: "What am I charged for?", answer: "Whole seconds of **running**." },
      { question: "What does waiting cost?", answer: "Nothing." },
    ],
  },
  { id: 2, title: "Empty", version: 4, topics: [] },
];

test.each([
  ["charged seconds", ["What am I charged for?"]],
  ["SECONDS  charged", ["What am I charged for?"]],
  ["nothing", ["What does waiting cost?"]],
  ["what", ["What am I charged for?", "What does waiting cost?"]],
  ["billing nothing", ["What does waiting cost?"]],
  ["charged nothing", []],
  ["", ["What am I charged for?", "What does waiting cost?"]],
])("a search for '%s' finds the topics that contain every word", (search, found) => {
  const topics = findTopics(sections, search).flatMap((section) => section.topics);
  expect(topics.map(({ question }) => question)).toEqual(found);
});

test("sections without a found topic are omitted", () => {
  expect(findTopics(sections, "").map(({ title }) => title)).toEqual(["Billing"]);
  expect(findTopics(sections, "no such word")).toEqual([]);
});

test.each([
  ["What exactly am I charged for?", "3-what-exactly-am-i-charged-for"],
  [" Où est-ce? ", "3-ou-est-ce"],
  ["质问", "3-topic"],
])("the anchor of '%s' is a word of an address", (question, anchor) => {
  expect(anchorsOf({ id: 3, topics: asking(question) })).toEqual([anchor]);
});

test("topics of a section with equal questions have separate anchors", () => {
  expect(anchorsOf({ id: 3, topics: asking("Why?", "Why 2", "why", "Why?", "质问", "问") })).toEqual([
    ...["3-why", "3-why-2", "3-why-3", "3-why-4", "3-topic", "3-topic-2"],
  ]);
});

function asking(...questions: string[]): Topic[] {
  return questions.map((question) => ({ question, answer: "" }));
}
