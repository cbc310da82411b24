import { type FocusEvent, useState } from "react";
import { M } from "~/domain/messages";
import { isEmailAddress } from "~/domain/users/email-address";
import type { FieldState } from "./field-state";
import { TextField } from "./text-field";

/** The address for an answer. The script looks at it when it is left; the server looks again (2.4, chat). */
export function EmailField({ field, hint }: { field: FieldState; hint?: string }) {
  const [left, setLeft] = useState<"unseen" | "good" | "bad">("unseen");
  const onBlur = ({ target: { value } }: FocusEvent<HTMLInputElement>) => {
    if (value.trim() !== "") setLeft(isEmailAddress(value.trim().toLowerCase()) ? "good" : "bad");
  };
  const errors = { unseen: field.errors, good: undefined, bad: [M.M81] }[left];
  return (
    <TextField
      field={{ ...plain(field), errors }}
      label="Email"
      hint={hint}
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      onBlur={onBlur}
    />
  );
}

/** The members of a form library's field are read one by one: it has no more than getters. */
function plain({ key, id, errorId, descriptionId, name, defaultValue }: FieldState): FieldState {
  return { key, id, errorId, descriptionId, name, defaultValue };
}
