import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface InvoiceFormProps {
  invoiceId: string;
  terms: { days: number; creditWhen: "issued" | "paid" };
  vat: { key: string; label: string; sentence: string } | null;
  answer: FormAnswer | undefined;
}

/** Asks for an invoice: the amount for the balance; VAT comes on top. */
export function InvoiceForm({ invoiceId, terms, vat, answer }: InvoiceFormProps) {
  const [form, fields] = useAnsweredForm<{ amount: string }>("issue", answer, { amount: "" });
  return (
    <PostForm intent="issue" id={form.id} className="flex flex-col gap-5">
      <Refused answer={answer?.intent === "issue" ? answer : undefined} />
      <input type="hidden" name="invoice_id" value={invoiceId} />
      <input type="hidden" name="vat" value={vat?.key ?? ""} />
      <TextField
        field={fields.amount}
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        className="max-w-40 tabular-nums"
        hint={vat ? vat.sentence || `For your balance. ${vat.label} comes on top.` : "For your balance."}
      />
      <p className="text-sm text-muted">
        {terms.days} days to pay. The amount is added to your balance{" "}
        {terms.creditWhen === "issued" ? "at once." : "when your transfer has come."}
      </p>
      <div>
        <SubmitButton intent="issue">Get the invoice</SubmitButton>
      </div>
    </PostForm>
  );
}
