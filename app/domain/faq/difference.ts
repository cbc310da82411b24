import { diffArrays, diffLines, diffWordsWithSpace } from "diff";
import { isSameText, type SectionText, tidy, type Topic } from "./topic";

/** A piece of a text: in both, in the older one alone, or in the newer one alone. */
export interface Part {
  text: string;
  in: "both" | "old" | "new";
}

/** A topic of the older text and what became of it; one of the two is null where it was added or removed. */
export interface TopicPair {
  old: Topic | null;
  new: Topic | null;
  same: boolean;
}

/** So many edits are looked for; texts that differ in more of them differ as wholes. It bounds the time of a page. */
const EDITS_MAX = { words: 400, lines: 200 };

/** The topics of two texts side by side, in the order of the newer one; what it lacks stands where it was taken out. */
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

/** Of topics that changed together: those that ask the same belong together, of the others the first with the first. */
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

/** What of a text is in which of two: by words, by lines where there are too many changes, else as wholes. */
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
