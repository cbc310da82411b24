import { listSections } from "~/site/inside/faq/list-sections.server";
import { anchorsOf, findTopics, type Section } from "~/site/faq-topic";
import { renderMarkdown } from "~/platform/ui/render-markdown.server";

const SEARCH_MAX = 100;

export interface FaqTopic {
  anchor: string;
  question: string;
  /** The rendered answer. */
  html: string;
}

export interface FaqSection {
  anchor: string;
  title: string;
  topics: FaqTopic[];
}

/** The FAQ screen: all topics, or those that match a search. */
export async function readFaq(given: URLSearchParams): Promise<{ search: string; sections: FaqSection[] }> {
  const search = (given.get("q") ?? "").trim().slice(0, SEARCH_MAX);
  const all = (await listSections()).map(withoutUnfinished);
  // Built from all topics, so that a search does not change their anchors.
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

/** Unfinished topics are saved automatically: visitors see a topic once it has a question and an answer. */
function withoutUnfinished(section: Section): Section {
  return { ...section, topics: section.topics.filter(({ question, answer }) => question !== "" && answer !== "") };
}
