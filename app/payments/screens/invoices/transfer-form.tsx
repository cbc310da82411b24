import { useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { StaffInvoice } from "./read-invoices-screen.server";

const INTENT = "transfer";

interface TransferFormProps {
  invoice: StaffInvoice;
  today: string;
  answer: FormAnswer | undefined;
}

/** Records money that came for an invoice. */
export function TransferForm({ invoice, today, answer }: TransferFormProps) {
  // A page that refreshed itself after a lost answer must not send the same transfer under another key.
  const [transferId] = useState(invoice.transferId);
  const [form, fields] = useAnsweredForm<Record<"dollars" | "received_on" | "reference", string>>(INTENT, answer, {
    dollars: invoice.dueTyped,
    received_on: today,
    reference: "",
  });
  return (
    <Panel
      title="Record a transfer"
      lead="The invoice is paid once all of it has come. Less than that leaves the rest due."
    >
      <PostForm intent={INTENT} id={form.id} className="flex max-w-2xl flex-col gap-5">
        <Refused answer={answer?.intent === INTENT ? answer : undefined} />
        <input type="hidden" name="id" value={invoice.id} />
        <input type="hidden" name="transfer_id" value={transferId} />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField field={fields.dollars} label="Dollars" inputMode="decimal" autoComplete="off" />
          <TextField field={fields.received_on} label="Came on" type="date" />
          <TextField field={fields.reference} label="Bank reference" autoComplete="off" />
        </div>
        <div>
          <SubmitButton intent={INTENT}>Record the transfer</SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}
