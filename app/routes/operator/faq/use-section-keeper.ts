import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Section, SectionText } from "~/domain/faq/topic";
import { useRefetch } from "~/live/use-refetch";
import { draftKey, removeDraft, writeDraft } from "./drafts";
import { takeEarlyTyping } from "./early-typing";
import { sayOpen } from "./open-pages";
import { SectionKeeper } from "./section-keeper";
import { sendSection } from "./send-section";
import { withEarly } from "./with-early";

/** What a form left in the fields, sent before the script arrived. */
export interface Started {
  text: SectionText;
  /** Refused because another editor changed the section. */
  overtaken: boolean;
}

/**
 * The keeper of a page's section, connected to the browser: drafts, network, end of the page. `from` is the place of
 * the page's first topic.
 */
export function useSectionKeeper(section: Section, from: number, started: Started | null) {
  const [pageId] = useState(() => Math.random().toString(36).slice(2));
  const kept = useRef(true);
  const [keeper] = useState(() => {
    const key = draftKey(section.id, pageId);
    return new SectionKeeper(section, {
      send: (text, version) => sendSection(section.id, text, version),
      draft: {
        write: (draft) => (kept.current = writeDraft(key, draft, Date.now())),
        remove: () => removeDraft(key),
      },
      later: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    });
  });
  useEffect(() => sayOpen(pageId), [pageId]);
  useEffect(() => {
    const text = withEarly(started?.text ?? keeper.snapshot().text, from, takeEarlyTyping());
    if (started?.overtaken) keeper.putBack({ text, base: { title: "", topics: [] } });
    else keeper.edit(text);
    // Runs once, when the script takes over.
  }, []);
  useEffect(() => keeper.hear(section), [keeper, section]);
  usePageLife(keeper, kept);
  const state = useSyncExternalStore(keeper.subscribe, keeper.snapshot, keeper.snapshot);
  const refetch = useRefetch();
  const behind = state.state === "saved" && keeper.version > section.version;
  // The buttons that move and delete need the version on the page.
  useEffect(() => {
    if (behind) refetch();
  }, [behind, keeper.version, refetch]);
  return { keeper, pageId, state };
}

/** Sends when the page is hidden or the network returns; looks for others' changes when the page is shown again. */
function usePageLife(keeper: SectionKeeper, kept: RefObject<boolean>): void {
  const refetch = useRefetch();
  useEffect(() => {
    const save = () => void keeper.save();
    const turn = () => (document.visibilityState === "hidden" ? save() : refetch());
    // The browser asks before leaving only if it could not store the draft.
    const leave = (event: BeforeUnloadEvent) => {
      if (!kept.current && keeper.snapshot().state !== "saved") event.preventDefault();
    };
    window.addEventListener("online", save);
    window.addEventListener("beforeunload", leave);
    document.addEventListener("visibilitychange", turn);
    return () => {
      window.removeEventListener("online", save);
      window.removeEventListener("beforeunload", leave);
      document.removeEventListener("visibilitychange", turn);
    };
  }, [keeper, kept, refetch]);
  useEffect(() => () => void keeper.stop(), [keeper]);
}
