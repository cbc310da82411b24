import type { AutoTopUpShown } from "~/domain/payments/auto-top-up/auto-top-up";
import type { FormAnswer } from "~/http/form.server";
import { countryChoices } from "~/ui/country-choices";
import { PostForm } from "~/ui/post-form";
import { SelectField } from "~/ui/select-field";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { isOn } from "./standing-text";

interface AutoTopUpFormProps {
  auto: AutoTopUpShown;
  /** `COUNTRY_LIST`, if no country is known yet. */
  countries: string | null;
  answer: FormAnswer | undefined;
}

/** Threshold, amount and cap (B10), and both switches. */
export function AutoTopUpForm({ auto, countries, answer }: AutoTopUpFormProps) {
  const [form, fields] = useAnsweredForm<Record<"threshold" | "amount" | "month_cap" | "country", string>>(
    "switch-on",
    answer,
    { ...auto.settings, country: "" },
  );
  const on = isOn(auto);
  const dollars = { inputMode: "decimal", autoComplete: "off", className: "tabular-nums" } as const;
  return (
    <div className="flex flex-col gap-5">
      <PostForm intent="switch-on" id={form.id} className="flex flex-col gap-5">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            field={fields.threshold}
            label="When the balance falls below"
            hint="In dollars, from $1 to $5000."
            {...dollars}
          />
          <TextField field={fields.amount} label="Add" hint="In dollars, from $5 to $5000." {...dollars} />
          <TextField
            field={fields.month_cap}
            label="Monthly cap"
            hint="In dollars, by calendar month (UTC)."
            {...dollars}
          />
        </div>
        {countries ? (
          <SelectField
            field={fields.country}
            label="Country"
            hint="Receipts name it. You can change your address under Company and address."
            choices={countryChoices(countries, "Choose a country")}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton intent="switch-on">{on ? "Save" : "Switch on"}</SubmitButton>
          {on ? (
            <SubmitButton intent="switch-off" look="secondary" form="switch-off">
              Switch off
            </SubmitButton>
          ) : null}
        </div>
      </PostForm>
      {on ? <PostForm intent="switch-off" id="switch-off" className="hidden" /> : null}
    </div>
  );
}
