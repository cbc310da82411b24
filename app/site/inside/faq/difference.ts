import { diffArrays, diffLines, diffWordsWithSpace } from "diff";
import { isSameText, type SectionText, tidy, type Topic } from "~/site/faq-topic";

/** A piece of a text: in both, only in the older, or only in the newer. */
export interface Part {
  text: string;
  in: "both" | "old" | "new";
}

/** An old topic and its new version; one is null if it was added or removed. */
export interface TopicPair {
  old: Topic | null;
  new: Topic | null;
  same: boolean;
}

/** The most edits to look for; texts with more differ as a whole. This bounds the time of a page. */
const EDITS_MAX = { words: 400, lines: 200 };

/** Pairs the topics of two texts in the order of the newer one; a removed topic appears where it was. */
export function pairTopics(old: SectionText, present: SectionText): TopicPair[] {
  const same = (one: Topic, other: Topic) => isSameText({ title: "", topics: [one] }, { title: "", topics: [other] });
  const pairs: TopicPair[] = [];
  let removed: Topic[] = [];
  const flush = (added: Topic[]) => {
    pairs.push(...pairChanged(removed, added));
    removed = [];
  };
  for (const { value, added, removed: gone } of diffArrays(old.topics, present.topics, { comparator: same })) {
    if (gone) removed = value;
    else if (added) flush(value);
    else {
      flush([]);
      pairs.push(...value.map((topic) => ({ old: topic, new: topic, same: true })));
    }
  }
  flush([]);
  return pairs;
}

/** Pairs topics that changed together: by the same question, then by order. */
function pairChanged(removed: readonly Topic[], added: readonly Topic[]): TopicPair[] {
  const rest = [...removed];
  const take = (topic: Topic) => {
    const at = rest.findIndex(({ question }) => tidy(question) === tidy(topic.question));
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  };
  const matched = added.map((topic) => ({ old: take(topic) ?? null, new: topic, same: false }));
  const pairs: TopicPair[] = matched.map((pair) => ({ ...pair, old: pair.old ?? rest.shift() ?? null }));
  return [...pairs, ...rest.map((topic) => ({ old: topic, new: null, same: false }))];
}

/** The parts of two texts: by words, by lines after too many edits, else as a whole. */
export function partsOf(old: string, present: string): Part[] {
  const changes =
    diffWordsWithSpace(old, present, { maxEditLength: EDITS_MAX.words }) ??
    diffLines(old, present, { maxEditLength: EDITS_MAX.lines });
  if (!changes) return [part(old, "old"), part(present, "new")];
  return changes.map(({ value, added, removed }) => part(value, added ? "new" : removed ? "old" : "both"));
}

function part(text: string, where: Part["in"]): Part {
  return { text, in: where };
}
