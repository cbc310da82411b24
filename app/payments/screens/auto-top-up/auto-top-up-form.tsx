import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import type { FormAnswer } from "~/platform/http/form.server";
import { countryChoices } from "~/platform/ui/country-choices";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
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
            hint="It is printed on your receipts. You can change your address under Company and address."
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
