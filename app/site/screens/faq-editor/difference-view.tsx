import { pairTopics, type Part, partsOf, type TopicPair } from "~/site/inside/faq/difference";
import type { SectionText } from "~/site/faq-topic";

interface DifferenceViewProps {
  old: SectionText;
  present: SectionText;
}

/** The differences of two texts, topic by topic; equal topics are only counted. */
export function DifferenceView({ old, present }: DifferenceViewProps) {
  const pairs = pairTopics(old, present);
  const changed = pairs.filter(({ same }) => !same);
  const same = pairs.length - changed.length;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {old.title === present.title ? null : (
        <div>
          <p className="text-muted">Title</p>
          <Parts old={old.title} present={present.title} />
        </div>
      )}
      {changed.map((pair, at) => (
        <TopicDifference key={at} pair={pair} />
      ))}
      {changed.length === 0 && old.title === present.title ? <p className="text-muted">No difference.</p> : null}
      {same > 0 && changed.length > 0 ? (
        <p className="text-muted">
          {same} more {same === 1 ? "topic is" : "topics are"} the same.
        </p>
      ) : null}
    </div>
  );
}

function TopicDifference({ pair: { old, new: present } }: { pair: TopicPair }) {
  const head = old === null ? "Topic added" : present === null ? "Topic removed" : "Topic changed";
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted">{head}</p>
      <div className="font-medium">
        <Parts old={old?.question ?? ""} present={present?.question ?? ""} />
      </div>
      <Parts old={old?.answer ?? ""} present={present?.answer ?? ""} />
    </div>
  );
}

function Parts({ old, present }: { old: string; present: string }) {
  return (
    <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      {partsOf(old, present).map((part, at) => (
        <PartText key={at} part={part} />
      ))}
    </p>
  );
}

function PartText({ part: { text, in: where } }: { part: Part }) {
  if (where === "both") return <>{text}</>;
  return where === "new" ? (
    <ins className="rounded-sm bg-ok-soft text-ok no-underline">{text}</ins>
  ) : (
    <del className="rounded-sm bg-danger-soft text-danger">{text}</del>
  );
}
