import type { FieldState } from "./field-state";
import { TextField } from "./text-field";

/** A new password, twice. */
export function NewPasswordFields({ fields }: { fields: Record<"password" | "password_confirmation", FieldState> }) {
  return (
    <>
      <TextField
        field={fields.password}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="10 to 128 characters"
      />
      <TextField
        field={fields.password_confirmation}
        label="Password Confirmation"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
