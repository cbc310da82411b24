import type { SectionText } from "~/domain/faq/topic";
import { answerField, questionField } from "./topics-page";

/** A text with early typing over it, by field name; `from` is the place of the page's first topic. */
export function withEarly(text: SectionText, from: number, typed: ReadonlyMap<string, string>): SectionText {
  return {
    title: typed.get("title") ?? text.title,
    topics: text.topics.map((topic, at) => ({
      ...topic,
      question: typed.get(questionField(at - from)) ?? topic.question,
      answer: typed.get(answerField(at - from)) ?? topic.answer,
    })),
  };
}
