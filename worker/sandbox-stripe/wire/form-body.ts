import { StripeError } from "./stripe-error";

/** A form's value before its schema types it. */
export type FormValue = string | { [key: string]: FormValue };
export type Form = Record<string, FormValue>;

/** Parses `a[b][0]=c` like Stripe: nested by brackets. Lists stay objects with numbers as keys. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) put(form, pathOf(name), value);
  return form;
}

function pathOf(name: string): string[] {
  const [, head = name, tail = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  return [head, ...[...tail.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? "")];
}

function put(form: Form, path: string[], value: string): void {
  let at = form;
  path.forEach((part, index) => {
    if (part === "__proto__") throw new StripeError(400, "Invalid request body");
    // Numbers `expand[]=a&expand[]=b`.
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    if (typeof next === "object") at = next;
    else at = at[key] = {};
  });
}
