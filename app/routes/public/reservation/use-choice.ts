import { type FormEvent, useState } from "react";
import { type Choice, searchOfChoice } from "./choice";
import { saveDraft } from "./draft";

/**
 * The choice as it stands in the form, which keeps its own fields; every change is saved as draft (6.2). Only an address
 * with another choice replaces it: the same one comes anew with every refetch.
 */
export function useChoice(loaded: Choice): [Choice, (event: FormEvent<HTMLFormElement>) => void] {
  const [choice, setChoice] = useState(loaded);
  const [address, setAddress] = useState(searchOfChoice(loaded));
  if (address !== searchOfChoice(loaded)) {
    setAddress(searchOfChoice(loaded));
    setChoice(loaded);
  }
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const next = { ...choice };
    for (const name of Object.keys(next) as (keyof Choice)[]) {
      const value = fields[name];
      if (typeof value === "string") next[name] = value;
    }
    setChoice(next);
    saveDraft(next);
  };
  return [choice, onChange];
}
