import type { FormAnswer } from "~/platform/http/form.server";
import { countryChoices } from "~/platform/ui/country-choices";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface CountryFirstProps {
  /** `COUNTRY_LIST` */
  countries: string;
  answer?: FormAnswer | undefined;
  /** The path that takes the form. */
  action: string;
}

/** Asks for the country before the amount: the total depends on it (B22). */
export function CountryFirst({ countries, answer, action }: CountryFirstProps) {
  const [form, fields] = useAnsweredForm<Record<"country", string>>("country", answer, { country: "" });
  return (
    <PostForm intent="country" action={action} id={form.id} className="flex flex-col gap-5">
      <SelectField
        field={fields.country}
        label="Country"
        hint="It decides the VAT, and is printed on your receipts. You can change your address under Company and address."
        choices={countryChoices(countries, "Choose a country")}
      />
      <div>
        <SubmitButton intent="country">Continue</SubmitButton>
      </div>
    </PostForm>
  );
}
