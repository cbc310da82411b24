import { useEffect } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import type { FieldState } from "./field-state";

type FieldStates<Fields> = { [Name in keyof Fields]-?: FieldState };

/**
 * The form of one intent with the results of its last, refused submission: field errors and typed values. Nothing is
 * checked in the browser; the server's answer is the same with and without the script. All of it is in the answer, so
 * that the next one replaces it completely (decision 0053).
 */
export function useAnsweredForm<Fields extends Record<string, string | undefined>>(
  intent: string,
  answer: FormAnswer | undefined,
  defaultValue: Partial<Fields> = {},
): [form: { id: string }, fields: FieldStates<Fields>] {
  const formId = intent || "form";
  const result = answer?.intent === intent ? answer.lastResult : undefined;
  const errors = result?.error;
  useEffect(() => {
    if (errors) showFirstRefused(formId, errors);
  }, [formId, errors]);
  const typed = result?.initialValue;
  const stateOf = (name: string): FieldState => {
    const id = `${formId}-${name}`;
    const value = typed ? typed[name] : defaultValue[name];
    return {
      id,
      errorId: `${id}-error`,
      descriptionId: `${id}-description`,
      name,
      defaultValue: typeof value === "string" ? value : undefined,
      errors: errors?.[name] ?? undefined,
    };
  };
  const fields = new Proxy({}, { get: (_none, name) => stateOf(String(name)) });
  return [{ id: formId }, fields as FieldStates<Fields>];
}

/** The cursor goes to the first field that was refused, and its label comes into view with it. */
function showFirstRefused(formId: string, errors: NonNullable<FormAnswer["lastResult"]["error"]>): void {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return;
  const first = [...form.elements].find((element) => errors[element.getAttribute("name") ?? ""]);
  if (!(first instanceof HTMLElement)) return;
  first.focus({ preventScroll: true });
  (first.closest(".field") ?? first).scrollIntoView({ block: "nearest" });
}
