import { listSections } from "~/domain/faq/list-sections.server";
import { anchorsOf, findTopics, type Section } from "~/domain/faq/topic";
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
  const all = (await listSections()).map(withoutUnfinished);
  // Of all topics, so that a search changes no topic's name.
  const anchors = new Map(
    all.flatMap((section) => {
      const names = anchorsOf(section);
      return section.topics.map((topic, index) => [topic, names[index] ?? ""] as const);
    }),
  );
  const sections = findTopics(all, search).map(({ id, title, topics }) => ({
    anchor: `section-${id}`,
    title,
    topics: topics.map((topic) => ({
      anchor: anchors.get(topic) ?? "",
      question: topic.question,
      html: renderMarkdown(topic.answer),
    })),
  }));
  return { search, sections };
}

/** A topic that is being written is saved by itself, half a sentence too: visitors see it once it has both. */
function withoutUnfinished(section: Section): Section {
  return { ...section, topics: section.topics.filter(({ question, answer }) => question !== "" && answer !== "") };
}
