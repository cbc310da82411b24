import type { Topic } from "~/site/faq-topic";

/** A form has two fields for each topic, and at most 200 fields (A34). */
export const TOPICS_PER_PAGE = 50;

/**
 * Actions of a topic's button in addition to saving, for example `up 3`: the number is the topic's place in the
 * section.
 */
export const TOPIC_ACTS = ["add", "remove", "up", "down", "preview"] as const;
export type TopicAct = (typeof TOPIC_ACTS)[number];

/** Names of the fields of the topic with that place on its page. */
export const questionField = (at: number) => `q${at}`;
export const answerField = (at: number) => `a${at}`;

/** The topics of a page that was sent field by field. */
export function typedTopics(fields: Record<string, unknown>): Topic[] {
  const textOf = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  return Array.from({ length: Number(fields["count"]) || 0 }, (_, at) => ({
    question: textOf(questionField(at)),
    answer: textOf(answerField(at)),
  }));
}

export const NO_TOPIC: Topic = { question: "", answer: "" };

/** The section's topics with those of one page as typed; the page showed `shown` stored ones. */
export function withTyped(
  topics: readonly Topic[],
  { from, shown, typed }: { from: number; shown: number; typed: readonly Topic[] },
): Topic[] {
  return topics.toSpliced(from, shown, ...typed);
}

/** The topics after an addition, removal or move. */
export function changeTopics<T extends Topic>(topics: readonly T[], act: TopicAct, at: number, added: T): T[] {
  const topic = topics[at];
  if (act === "add") return [...topics, added];
  if (!topic || act === "preview") return [...topics];
  const others = topics.toSpliced(at, 1);
  if (act === "remove") return others;
  return others.toSpliced(Math.max(0, act === "up" ? at - 1 : at + 1), 0, topic);
}
