import { type ChangeEvent, type FocusEvent, useState } from "react";
import { emailFault } from "~/accounts/email-address";
import type { FieldState } from "./field-state";
import { TextField } from "./text-field";

/**
 * An email address for the reply. The script checks it when the field loses focus; the server checks it again (2.4). A
 * complaint is checked with each key, so that it disappears before the next button is pressed and moves.
 */
export function EmailField({ field, hint }: { field: FieldState; hint?: string }) {
  const [seen, setSeen] = useState<{ fault: string | null } | null>(null);
  const onBlur = ({ target: { value } }: FocusEvent<HTMLInputElement>) => {
    if (value.trim() !== "") setSeen({ fault: faultOf(value) });
  };
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (errors && faultOf(value) === null) setSeen({ fault: null });
  };
  const errors = seen === null ? field.errors : seen.fault === null ? undefined : [seen.fault];
  return (
    <TextField
      field={{ ...field, errors }}
      label="Email"
      hint={hint}
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}

const faultOf = (typed: string) => emailFault(typed.trim().toLowerCase());
