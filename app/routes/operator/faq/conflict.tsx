import { pairTopics, type TopicPair } from "~/domain/faq/difference";
import type { SectionText } from "~/domain/faq/topic";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { TopicDifference } from "./difference-view";

interface ConflictProps {
  sectionId: number;
  own: SectionText;
  theirs: SectionText;
  /** Missing without the script: then there are links, and the form's own button. */
  scripted?: { onTakeTheirs: () => void; onKeepOwn: () => void; onEdit: (text: SectionText) => void };
}

const HEADS = { added: "Only in yours", removed: "Only in theirs", changed: "Different" };

/** Shows both texts after two people edited a section, and asks which one counts. Neither is lost. */
export function Conflict({ sectionId, own, theirs, scripted }: ConflictProps) {
  const pairs = pairTopics(theirs, own);
  const use = (chosen: TopicPair) =>
    scripted?.onEdit({ ...own, topics: pairs.flatMap((pair) => (pair === chosen ? pair.old : pair.new) ?? []) });
  return (
    <section aria-label="Two texts" className="flex flex-col gap-4 rounded-panel border border-warn bg-surface p-4">
      <div role="alert">
        <p className="font-medium">Somebody else changed this section while you wrote.</p>
        <p className="text-sm text-muted">
          Your text is in the fields below. These are the differences:{" "}
          <del className="rounded-sm bg-danger-soft px-1 text-danger">theirs</del>{" "}
          <ins className="rounded-sm bg-ok-soft px-1 text-ok no-underline">yours</ins>
        </p>
      </div>
      {own.title === theirs.title ? null : (
        <Row action={scripted && (() => scripted.onEdit({ ...own, title: theirs.title }))}>
          <TopicDifference
            heads={{ ...HEADS, changed: "Title" }}
            pair={{
              same: false,
              old: { question: theirs.title, answer: "" },
              new: { question: own.title, answer: "" },
            }}
          />
        </Row>
      )}
      {pairs
        .filter(({ same }) => !same)
        .map((pair, at) => (
          <Row key={at} action={scripted && (() => use(pair))}>
            <TopicDifference pair={pair} heads={HEADS} />
          </Row>
        ))}
      <div className="flex flex-wrap gap-2">
        {scripted ? (
          <>
            <Button type="button" onClick={scripted.onTakeTheirs}>
              Take theirs
            </Button>
            <Button type="button" look="primary" onClick={scripted.onKeepOwn}>
              Keep mine
            </Button>
          </>
        ) : (
          <ButtonLink to={`/dashboard/faq?section=${sectionId}`}>Take theirs</ButtonLink>
        )}
      </div>
      <p className="text-sm text-muted">
        {scripted
          ? "Keep mine saves the fields, with anything you took from theirs; their text stays in the history. Take theirs keeps your text in this browser."
          : "Save below replaces their text with yours; theirs stays in the history."}
      </p>
    </section>
  );
}

function Row({ action, children }: { action: (() => void) | undefined; children: React.ReactNode }) {
  return (
    <div className="flex items-start gap-3 border-t pt-3">
      <div className="min-w-0 flex-1">{children}</div>
      {action ? (
        <Button type="button" size="small" look="quiet" onClick={action}>
          Use theirs
        </Button>
      ) : null}
    </div>
  );
}
