import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { NavGroup } from "../frame/navigation";
import { type HitView, KIND_LABELS } from "./hit-view";
import type { loader } from "./route";

const ASK_AFTER_MS = 200;

export interface Suggestion {
  to: string;
  title: string;
  detail: string;
}

interface Suggested {
  suggestions: Suggestion[];
  /** True until the answer for this text is there. */
  searching: boolean;
}

/** Matching screens at once (all of them for an empty text), and search results a moment after the last key. */
export function useSuggestions(text: string, groups: NavGroup[]): Suggested {
  const { load, data } = useFetcher<typeof loader>();
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === "") return;
    const timer = setTimeout(() => load(`/dashboard/search?q=${encodeURIComponent(wanted)}`), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted, load]);
  if (wanted === "") return { suggestions: screensCalled("", groups), searching: false };
  // Keeps earlier results only if they may still match, until the answer arrives.
  const hits: HitView[] = data && wanted.startsWith(data.text) ? data.hits : [];
  const found = hits.map(({ to, title, kind, detail }) => ({ to, title, detail: `${KIND_LABELS[kind]} · ${detail}` }));
  return { suggestions: [...screensCalled(wanted, groups), ...found], searching: data?.text !== wanted };
}

function screensCalled(text: string, groups: NavGroup[]): Suggestion[] {
  return groups
    .flatMap(({ label, screens }) => screens.map((screen) => ({ to: screen.to, title: screen.label, detail: label })))
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
}
