import { useCallback, useEffect, useState } from "react";
import { isSameText, type Section } from "~/domain/faq/topic";
import { type Draft, listDrafts, removeDraft } from "./drafts";
import { openPages } from "./open-pages";

/**
 * The texts that this browser stores for closed pages, of all sections. A text that the server now has is no longer a
 * draft.
 */
export function useDrafts(pageId: string, section: Section) {
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const look = useCallback(
    () => void openPages().then((open) => setDrafts(listDrafts(new Set([...open, pageId])))),
    [pageId],
  );
  useEffect(() => {
    look();
    window.addEventListener("storage", look);
    return () => window.removeEventListener("storage", look);
  }, [look]);
  useEffect(() => {
    const arrived = drafts.filter(({ sectionId, text }) => sectionId === section.id && isSameText(text, section));
    for (const { key } of arrived) removeDraft(key);
    if (arrived.length > 0) look();
  }, [drafts, section, look]);
  const forget = (draft: Draft) => {
    removeDraft(draft.key);
    look();
  };
  return { drafts, look, forget };
}
