import { useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import type { StaffInvoice } from "./read-invoices-screen.server";

const WAYS = {
  transfer: {
    key: "transfer_id",
    day: "received_on",
    label: "Came on",
    title: "Record a transfer",
    lead: "The invoice is paid once all of it has come. Less than that leaves the rest due.",
    button: "Record the transfer",
  },
  return: {
    key: "return_id",
    day: "returned_on",
    label: "Went back on",
    title: "Record a return",
    lead: "Send the surplus back at your bank first. The customer is told, and the balance does not change.",
    button: "Record the return",
  },
} as const;

type Name = "dollars" | "received_on" | "returned_on" | "reference";

interface TransferFormProps {
  intent: keyof typeof WAYS;
  invoice: StaffInvoice;
  today: string;
  answer: FormAnswer | undefined;
}

/** Records money that came for an invoice, or what came beyond it and went back. */
export function TransferForm({ intent, invoice, today, answer }: TransferFormProps) {
  const { key, day, ...words } = WAYS[intent];
  const back = intent === "return";
  // A page that refreshed itself after a lost answer must not send the same transfer under another key.
  const [id] = useState(back ? invoice.returnId : invoice.transferId);
  const [form, fields] = useAnsweredForm<Record<Name, string>>(intent, answer, {
    dollars: back ? invoice.overTyped : invoice.dueTyped,
    [day]: today,
    reference: "",
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <PostForm intent={intent} id={form.id} className="flex max-w-2xl flex-col gap-5">
        <Refused answer={answer?.intent === intent ? answer : undefined} />
        <input type="hidden" name="id" value={invoice.id} />
        <input type="hidden" name={key} value={id} />
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <TextField field={fields.dollars} label="Dollars" inputMode="decimal" autoComplete="off" />
          <TextField field={fields[day]} label={words.label} type="date" />
          <TextField field={fields.reference} label="Bank reference" autoComplete="off" />
        </div>
        <div>
          <SubmitButton intent={intent}>{words.button}</SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}
