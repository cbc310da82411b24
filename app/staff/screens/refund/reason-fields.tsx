import type { FieldState } from "~/platform/ui/field-state";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";

/** The reason for the customer, and the note for staff. */
export function ReasonFields({ reason, note }: { reason: FieldState; note: FieldState }) {
  return (
    <>
      <TextField
        field={reason}
        label="Reason"
        maxLength={200}
        autoComplete="off"
        hint="The customer reads this sentence in the mail and on the statement."
      />
      <TextareaField
        field={note}
        label="Internal note (optional)"
        rows={2}
        maxLength={500}
        hint="Only staff read it."
      />
    </>
  );
}
