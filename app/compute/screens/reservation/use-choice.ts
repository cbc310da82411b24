import { type FormEvent, useState } from "react";
import type { FreeRow } from "~/compute/read-free.server";
import { useEarlyChanges } from "~/platform/ui/use-early-changes";
import { networkAmong } from "~/compute/gpu-sizes";
import { type Choice, choiceOf, networksOf, searchOfChoice } from "./choice";
import { saveDraft } from "./draft";
import { type Filter, filterFrom } from "./gpu-filter";

interface UseChoice {
  /** The choice and the filter of the address. */
  loaded: Choice;
  filter: Filter;
  free: FreeRow[];
  /** Address of this page, up to the query of a choice. */
  to: string;
  formId: string;
}

/** The choice with the form's values; values without a field stay. A box is sent only while it is ticked. */
export function withFields(choice: Choice, fields: FormData): Choice {
  return choiceOf((name) => {
    const value = fields.get(name) ?? (name === "volume_read_only" ? "" : null);
    return typeof value === "string" ? value : choice[name];
  });
}

/**
 * Returns the present choice of the form, which keeps its own fields. Every change is saved as draft (6.2) and in the
 * address, so that a reload, or a login from the header, restores it. Only navigation replaces it: the same answer
 * arrives again with every refetch.
 */
export function useChoice({ loaded, filter, free, to, formId }: UseChoice) {
  const [form, setForm] = useState({ choice: loaded, filter, typedKey: false });
  const [address, setAddress] = useState(searchOfChoice(loaded));
  if (address !== searchOfChoice(loaded)) {
    setAddress(searchOfChoice(loaded));
    setForm({ choice: loaded, filter, typedKey: false });
  }
  const take = (element: HTMLFormElement) => {
    const fields = new FormData(element);
    const next = withFields(form.choice, fields);
    next.network = networkAmong(networksOf(next.row, free), next.network);
    const typedKey = String(fields.get("ssh_public_key") ?? "").trim() !== "";
    setForm({ choice: next, filter: filterFrom(fields), typedKey });
    saveDraft(next);
    window.history.replaceState(window.history.state, "", to + searchOfChoice(next));
  };
  useEarlyChanges(formId, take);
  return { ...form, onChange: (event: FormEvent<HTMLFormElement>) => take(event.currentTarget) };
}
