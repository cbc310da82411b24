import type { FormAnswer } from "~/platform/http/form.server";
import { type Choice, choiceOf } from "./choice";
import type { ChoiceErrors } from "./choice-errors";

/** Fields of the request that have another name in the form; cluster and GPU type are one choice there. */
const SHOWN_AT: Record<string, keyof Choice | undefined> = {
  cluster_name: "row",
  gpu_type: "row",
  gpus_incr: "gpus_max",
  volumes: "more_volumes",
};

/** Returns the errors of form fields in a refused start; empty if it is about something else, such as money. */
export function refusedFields(answer: FormAnswer | undefined, choice: Choice): ChoiceErrors {
  const errors: ChoiceErrors = {};
  for (const [name, texts] of Object.entries(answer?.lastResult.error ?? {})) {
    const field = SHOWN_AT[name] ?? name;
    const [text] = texts ?? [];
    if (field in choice && text !== undefined) errors[field as keyof Choice] = text;
  }
  return errors;
}

/** The choice with the values of the refused form. */
export function withTyped(choice: Choice, answer: FormAnswer | undefined): Choice {
  const typed = answer?.lastResult.initialValue ?? {};
  return choiceOf((name) => {
    const value = typed[name];
    return typeof value === "string" ? value : choice[name];
  });
}
