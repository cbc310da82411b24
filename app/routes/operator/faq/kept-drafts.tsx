import { isSameText, type SectionText } from "~/domain/faq/topic";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { DifferenceView } from "./difference-view";
import type { Draft } from "./drafts";

const NOTHING: SectionText = { title: "", topics: [] };

interface KeptDraftsProps {
  drafts: Draft[];
  sectionId: number;
  present: SectionText;
  /** Whether the fields are saved, so that a draft may replace them. */
  mayPutBack: boolean;
  onPutBack: (draft: Draft) => void;
  onForget: (draft: Draft) => void;
}

/** Texts that the server never got, offered until they are restored or discarded. */
export function KeptDrafts({ drafts, sectionId, present, mayPutBack, onPutBack, onForget }: KeptDraftsProps) {
  const own = drafts.filter((draft) => draft.sectionId === sectionId && !isSameText(draft.text, present));
  const elsewhere = drafts.filter((draft) => draft.sectionId !== sectionId);
  return (
    <>
      {own.map((draft) => (
        <Banner key={draft.key} tone="warn">
          <p>
            A text of <Time epochSeconds={Math.floor(draft.atMs / 1000)} /> was not saved. This browser kept it.
          </p>
          <details className="my-2">
            <summary className="underline">What it changes</summary>
            <div className="mt-2 rounded-control bg-surface p-3 text-ink">
              <DifferenceView old={present} present={draft.text} />
            </div>
          </details>
          <span className="mt-2 flex flex-wrap gap-2">
            <Button type="button" size="small" disabled={!mayPutBack} onClick={() => onPutBack(draft)}>
              Put it back
            </Button>
            <Button type="button" size="small" onClick={() => onForget(draft)}>
              Discard it
            </Button>
          </span>
        </Banner>
      ))}
      {elsewhere.map((draft) => (
        <Banner key={draft.key} tone="warn">
          Unsaved text is kept in this browser for{" "}
          <TextLink to={`/dashboard/faq?section=${draft.sectionId}`}>{draft.text.title || "another section"}</TextLink>.
          {/* Its section may be deleted; its text must still be found. */}
          <details className="my-2">
            <summary className="underline">What it says</summary>
            <div className="mt-2 rounded-control bg-surface p-3 text-ink">
              <DifferenceView old={NOTHING} present={draft.text} />
            </div>
          </details>
          <Button type="button" size="small" onClick={() => onForget(draft)}>
            Discard it
          </Button>
        </Banner>
      ))}
    </>
  );
}
