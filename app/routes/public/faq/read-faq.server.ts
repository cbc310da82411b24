import { listSections } from "~/domain/faq/list-sections.server";
import { anchorOf, findTopics } from "~/domain/faq/topic";
import { renderMarkdown } from "../render-markdown.server";

const SEARCH_MAX = 100;

export interface FaqTopic {
  anchor: string;
  question: string;
  /** The answer, rendered. */
  html: string;
}

export interface FaqSection {
  anchor: string;
  title: string;
  topics: FaqTopic[];
}

/** What the FAQ screen shows: all topics, or those that a search finds. */
export async function readFaq(given: URLSearchParams): Promise<{ search: string; sections: FaqSection[] }> {
  const search = (given.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  const sections = findTopics(await listSections(), search).map(({ id, title, topics }) => ({
    anchor: `section-${id}`,
    title,
    topics: topics.map((topic) => ({
      anchor: anchorOf(id, topic),
      question: topic.question,
      html: renderMarkdown(topic.answer),
    })),
  }));
  return { search, sections };
}
