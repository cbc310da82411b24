import { type FormEvent, useState } from "react";
import type { FreeRow } from "~/compute/read-free.server";
import { networkAmong } from "~/compute/gpu-sizes";
import { type Choice, networksOf, searchOfChoice } from "./choice";
import { saveDraft } from "./draft";

interface UseChoice {
  /** The choice of the address. */
  loaded: Choice;
  free: FreeRow[];
  /** Address of this page, up to the query of a choice. */
  to: string;
}

/** The choice with what the form holds; what the form has no field for stays. A box is sent only while it is ticked. */
export function withFields(choice: Choice, fields: FormData): Choice {
  const next = { ...choice };
  for (const name of Object.keys(next) as (keyof Choice)[]) {
    const value = fields.get(name) ?? (name === "volume_read_only" ? "" : null);
    if (typeof value === "string") next[name] = value;
  }
  return next;
}

/**
 * Returns the present choice of the form, which keeps its own fields. Every change is saved as draft (6.2) and in the
 * address, so that a reload, or a login from the header, restores it. Only navigation replaces it: the same answer
 * arrives again with every refetch.
 */
export function useChoice({ loaded, free, to }: UseChoice): [Choice, (event: FormEvent<HTMLFormElement>) => void] {
  const [choice, setChoice] = useState(loaded);
  const [address, setAddress] = useState(searchOfChoice(loaded));
  if (address !== searchOfChoice(loaded)) {
    setAddress(searchOfChoice(loaded));
    setChoice(loaded);
  }
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const next = withFields(choice, new FormData(event.currentTarget));
    next.network = networkAmong(networksOf(next.row, free), next.network);
    setChoice(next);
    saveDraft(next);
    window.history.replaceState(window.history.state, "", to + searchOfChoice(next));
  };
  return [choice, onChange];
}
