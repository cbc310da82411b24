import { type FormEvent, useEffect, useState } from "react";
import type { Choice } from "./choice";
import { saveDraft } from "./draft";

/** The choice as it stands in the form, which keeps its own fields; every change is saved as draft (6.2). */
export function useChoice(loaded: Choice): [Choice, (event: FormEvent<HTMLFormElement>) => void] {
  const [choice, setChoice] = useState(loaded);
  useEffect(() => setChoice(loaded), [loaded]);
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
