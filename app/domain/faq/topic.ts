/** A question and its answer in markdown (3.7). */
export interface Topic {
  question: string;
  answer: string;
}

export interface Section {
  id: number;
  title: string;
  topics: Topic[];
  /** Grows with each save. */
  version: number;
}

/**
 * Name of a topic within the page, so that it can be linked to: the words of its question, with the section's id in
 * front, because two sections may ask the same.
 */
export function anchorOf(sectionId: number, { question }: Topic): string {
  const words = question
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${sectionId}-${words || "topic"}`;
}

/**
 * The sections with the topics that hold every word of the search, in any order, or have it in the section's title;
 * sections left empty are dropped.
 */
export function findTopics(sections: readonly Section[], search: string): Section[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      topics: section.topics.filter((topic) => holdsAll(section.title, topic, words)),
    }))
    .filter(({ topics }) => topics.length > 0);
}

function holdsAll(title: string, { question, answer }: Topic, words: readonly string[]): boolean {
  const text = `${title} ${question} ${answer}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
