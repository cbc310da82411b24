import type { SellerSettings } from "~/payments/inside/vat/vat-settings.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { countryChoices } from "~/platform/ui/country-choices";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "seller";
type Fields = "name" | "address" | "country" | "vat_number" | "charges_vat" | "bank_details";

interface SellerFormProps {
  seller: SellerSettings;
  /** `COUNTRY_LIST` */
  countries: string;
  answer: FormAnswer | undefined;
}

/** The seller, and the switch of VAT. */
export function SellerForm({ seller, countries, answer }: SellerFormProps) {
  const [form, fields] = useAnsweredForm<Record<Fields, string>>(INTENT, answer, {
    name: seller.name,
    address: seller.address,
    country: seller.country,
    vat_number: seller.vatNumber,
    charges_vat: seller.chargesVat ? "1" : "",
    bank_details: seller.bankDetails,
  });
  return (
    <Panel title="Seller" lead="Printed on receipts, statements and invoices from now on.">
      <PostForm intent={INTENT} id={form.id} className="flex max-w-2xl flex-col gap-5">
        <Refused answer={answer?.intent === INTENT ? answer : undefined} />
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <TextareaField field={fields.address} label="Address" rows={3} hint="Line by line, as it is printed." />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField field={fields.country} label="Country" choices={countryChoices(countries, "Choose a country")} />
          <TextField field={fields.vat_number} label="VAT number" autoComplete="off" />
        </div>
        <TextareaField
          field={fields.bank_details}
          label="Bank details"
          rows={3}
          hint="For invoices by bank transfer: account holder, IBAN or account number, BIC, bank. Without them, nobody can pay by invoice."
        />
        <CheckField field={fields.charges_vat} label="Charge VAT on top-ups, invoices and the subscription" />
        <div>
          <SubmitButton intent={INTENT}>Save</SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}
