/** A question and its answer in markdown (3.7). */
export interface Topic {
  question: string;
  answer: string;
}

/** Limits of a section (3.7), in characters. */
export const TITLE_MAX = 200;
export const QUESTION_MAX = 500;
export const ANSWER_MAX = 20_000;
export const TOPICS_MAX = 200;

export const UNDO_DAYS = 30;

/** The time since when a deletion or move can be undone (A19). */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - UNDO_DAYS * 86_400_000);
}

export interface SectionText {
  title: string;
  topics: Topic[];
}

/** Returns a text in its stored form (0.3). */
export function tidy(text: string): string {
  return text.replaceAll("\r\n", "\n").normalize("NFC").trim();
}

/** Checks whether two texts have the same stored form. */
export function isSameText(one: SectionText, other: SectionText): boolean {
  return (
    tidy(one.title) === tidy(other.title) &&
    one.topics.length === other.topics.length &&
    one.topics.every(({ question, answer }, at) => {
      const topic = other.topics[at];
      return topic !== undefined && tidy(topic.question) === tidy(question) && tidy(topic.answer) === tidy(answer);
    })
  );
}

export interface Section {
  id: number;
  title: string;
  topics: Topic[];
  /** Grows with each save. */
  version: number;
}

/** Anchors of a section's topics: the section's id and the words of the question. Repeated questions get a number. */
export function anchorsOf({ id, topics }: Pick<Section, "id" | "topics">): string[] {
  const taken = new Set<string>();
  return topics.map((topic) => {
    const first = anchorOf(id, topic);
    let anchor = first;
    for (let count = 2; taken.has(anchor); count += 1) anchor = `${first}-${count}`;
    taken.add(anchor);
    return anchor;
  });
}

function anchorOf(sectionId: number, { question }: Topic): string {
  const words = question
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${sectionId}-${words || "topic"}`;
}

/**
 * The sections with the topics that contain every word of the search, in any order; a match in the title keeps all
 * topics. Drops empty sections.
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
