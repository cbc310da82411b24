import { useEffect, useState } from "react";
import type { Section } from "~/domain/faq/topic";
import { Pager } from "~/ui/pager";
import { Panel } from "~/ui/panel";
import { Refused } from "~/ui/refused";
import { Conflict } from "./conflict";
import { draftKey, writeDraft } from "./drafts";
import { KeptDrafts } from "./kept-drafts";
import { SectionActions } from "./section-actions";
import { SectionForm } from "./section-form";
import { answeredForm } from "./started";
import { TOPICS_PER_PAGE } from "./topics-page";
import { useDrafts } from "./use-drafts";
import { useSectionKeeper } from "./use-section-keeper";

interface SectionEditorProps {
  section: Section;
  page: number;
  mayWrite: boolean;
  /** The answer to the section's form, sent without the script. */
  answer: unknown;
}

/** A section's fields: saved automatically with the script, by buttons without it. */
export function SectionEditor({ section, page, mayWrite, answer }: SectionEditorProps) {
  const from = (page - 1) * TOPICS_PER_PAGE;
  const stored = section.topics.slice(from, from + TOPICS_PER_PAGE).length;
  const answered = answeredForm(answer, section, stored);
  const { keeper, pageId, state } = useSectionKeeper(section, from, answered);
  const { drafts, look, forget } = useDrafts(pageId, section);
  const live = useTookOver();
  // Until the keeper has taken over early typing, the page shows the server's text.
  const text = live ? state.text : (answered?.text ?? section);
  const theirs = live ? state.theirs : answered?.overtaken ? section : null;
  const pages = Math.max(1, Math.ceil(text.topics.length / TOPICS_PER_PAGE));
  const takeTheirs = () => {
    const own = { text: state.text, base: state.theirs ?? section };
    writeDraft(draftKey(section.id, `${pageId}-aside`), own, Date.now());
    keeper.takeTheirs();
    look();
  };
  const conflictActs = { onTakeTheirs: takeTheirs, onKeepOwn: () => void keeper.keepOwn(), onEdit: keeper.edit };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {live && mayWrite ? (
        <KeptDrafts
          drafts={drafts}
          sectionId={section.id}
          present={state.text}
          mayPutBack={state.state === "saved"}
          onPutBack={(draft) => {
            keeper.putBack(draft);
            forget(draft);
          }}
          onForget={forget}
        />
      ) : null}
      {theirs ? (
        <Conflict sectionId={section.id} own={text} theirs={theirs} scripted={live ? conflictActs : undefined} />
      ) : (
        <Refused answer={live ? undefined : answered?.refusal} />
      )}
      <Panel
        title={section.title}
        padded={false}
        actions={<SectionActions section={section} unsaved={live && state.state !== "saved"} mayWrite={mayWrite} />}
      >
        <SectionForm
          section={section}
          text={text}
          {...{ from, stored, live, keeper, state, mayWrite }}
          html={answered?.html ?? []}
        />
        {pages > 1 ? <Pager name="topics" page={page} pages={pages} /> : null}
      </Panel>
    </div>
  );
}

/** False until the effects have run: then the keeper holds early typing. */
function useTookOver(): boolean {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return live;
}
