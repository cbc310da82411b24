import { useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { StaffInvoice } from "./read-invoices-screen.server";

const INTENT = "credit-note";

/** Gives money of a paid invoice back by bank transfer. */
export function GiveBack({ invoice, answer }: { invoice: StaffInvoice; answer: FormAnswer | undefined }) {
  const [noteId] = useState(invoice.noteId);
  const [, fields] = useAnsweredForm<{ dollars: string; reason: string }>(INTENT, answer);
  return (
    <FormPopup
      button="Give back"
      title="Give back by bank transfer"
      intent={INTENT}
      answer={answer}
      hidden={{ id: invoice.id }}
    >
      <input type="hidden" name="note_id" value={noteId} />
      <TextField
        field={fields.dollars}
        label="Dollars"
        inputMode="decimal"
        autoComplete="off"
        hint={`At most ${invoice.left}, with its VAT, and not more than is unspent. Transfer it at your bank.`}
      />
      <TextField field={fields.reason} label="Reason" hint="The customer reads it." />
      <SubmitButton intent={INTENT}>Write the credit note</SubmitButton>
    </FormPopup>
  );
}
