import { useActionData } from "@remix-run/react";
import { CheckField } from "~/platform/ui/check-field";
import { Facts } from "~/platform/ui/facts";
import { FormPopup } from "~/platform/ui/form-popup";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import type { TaxView } from "./read-tax.server";

/** A customer's tax number, its check, the VAT of the next payment, the terms for bank transfers and what is owed (B22, B23). */
export function Tax({ view: { tax, country, check, next, bank, owed } }: { view: TaxView }) {
  return (
    <Facts
      facts={[
        { label: "Tax number", value: tax || "None" },
        { label: "Country", value: country || "Not given" },
        {
          label: "Checked",
          value: check ? (
            <>
              <Time epochSeconds={check.at} /> by {check.by}
            </>
          ) : (
            "No, so no reverse charge"
          ),
        },
        { label: "VAT of the next payment", value: next ?? "VAT is off" },
        {
          label: "Bank transfer",
          value: bank.allowed
            ? `${bank.days} days, ${bank.limit} open, credited when ${bank.creditWhen}`
            : "Not allowed",
        },
        ...(owed
          ? [{ label: "Open invoices", value: <TextLink to="/dashboard/invoices?show=customers">{owed}</TextLink> }]
          : []),
      ]}
    />
  );
}

/** Marks the present number as checked or withdraws the mark, and sets the terms for bank transfers. */
export function ChangeTax({ view: { check, checkable, bank } }: { view: TaxView }) {
  const answer = refusalIn(useKeptAnswer(useActionData()));
  const [, fields] = useAnsweredForm<Record<"allowed" | "days" | "limit" | "credit_when", string>>(
    "bank-terms",
    answer,
    {
      allowed: bank.allowed ? "1" : "",
      days: String(bank.days),
      limit: bank.limitTyped,
      credit_when: bank.creditWhen,
    },
  );
  return (
    <>
      {check || checkable ? (
        <PostForm intent="check-vat" preventScrollReset>
          <input type="hidden" name="checked" value={check ? "0" : "1"} />
          <SubmitButton intent="check-vat" look="quiet">
            {check ? "Withdraw the check" : "Mark the number as checked"}
          </SubmitButton>
        </PostForm>
      ) : null}
      <FormPopup button="Bank transfer" title="Invoices by bank transfer" intent="bank-terms" answer={answer}>
        <CheckField field={fields.allowed} label="Allow invoices by bank transfer" />
        <TextField field={fields.days} label="Days to pay" inputMode="numeric" />
        <TextField
          field={fields.limit}
          label="Limit of open invoices ($)"
          inputMode="decimal"
          hint="All open invoices together, with VAT."
        />
        <SelectField
          field={fields.credit_when}
          label="Add to the balance"
          choices={[
            { value: "paid", label: "When the invoice is paid" },
            { value: "issued", label: "When it is issued: a credit to the customer" },
          ]}
        />
        <SubmitButton intent="bank-terms">Save</SubmitButton>
      </FormPopup>
    </>
  );
}
