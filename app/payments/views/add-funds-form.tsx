import { onTo } from "~/platform/own-path";
import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { countryChoices } from "~/platform/ui/country-choices";
import { FieldError } from "~/platform/ui/field";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { AmountChoice } from "../screens/add-funds/amount-choice";
import { CountryFirst } from "./country-first";
import { CardChoice } from "../screens/add-funds/card-choice";
import { SavedCardChoices } from "../screens/add-funds/saved-card-choices";
import { NEW_CARD } from "../screens/add-funds/new-card";
import { ByAmount, PayButton } from "../screens/add-funds/pay-button";
import type { AddFundsData } from "./read-add-funds.server";
import { SandboxNote } from "../screens/add-funds/sandbox-note";
import { useAmount } from "../screens/add-funds/use-amount";
import { WhatItBuys } from "../screens/add-funds/what-it-buys";

const ADD_FUNDS = "/billing/add-funds";

type Fields = "amount" | "preset" | "shown" | "payment_method" | "card_holder_name" | "country" | "save_card";

interface AddFundsFormProps {
  data: AddFundsData;
  answer?: FormAnswer | undefined;
  /** The path of the order that it pays for. */
  order?: string | null;
}

/** Amount and card (2.4); with VAT, an unknown country first. */
export function AddFundsForm({ data, answer, order = null }: AddFundsFormProps) {
  if (data.vat && data.countries)
    return <CountryFirst countries={data.countries} action={onTo(ADD_FUNDS, order)} answer={answer} />;
  return <PayForm {...{ data, answer, order }} />;
}

/** A new card is entered on the provider's page: no card number reaches this site. */
function PayForm({ data, answer, order = null }: AddFundsFormProps) {
  const usable = data.cards.find((card) => !card.expired);
  const [form, fields] = useAnsweredForm<Record<Fields, string>>("", answer, {
    amount: data.amount,
    preset: String(Number(data.amount)),
    shown: data.amount,
    payment_method: usable?.pmId ?? NEW_CARD,
    card_holder_name: data.cardHolderName,
    country: "",
    save_card: "1",
  });
  const { payment_method: method } = fields;
  const { area, cents } = useAmount(fields.amount.defaultValue ?? "");
  return (
    <PostForm action={onTo(ADD_FUNDS, order)} id={form.id} className="group">
      <div ref={area} className="flex flex-col gap-5">
        <input type="hidden" name="topup_id" value={data.topupId} />
        <div className="flex flex-col gap-2">
          <AmountChoice amount={fields.amount} preset={fields.preset} shown={fields.shown} />
          {data.prices.length > 0 ? (
            <p className="min-h-5 text-sm text-muted tabular-nums">
              <ByAmount cents={cents}>{(shown) => <WhatItBuys cents={shown} prices={data.prices} />}</ByAmount>
            </p>
          ) : null}
        </div>
        {data.countries ? (
          <SelectField
            field={fields.country}
            label="Country"
            hint="It is printed on your receipts. You can change your address under Company and address."
            choices={countryChoices(data.countries, "Choose a country")}
          />
        ) : null}
        <fieldset className="flex flex-col gap-2" aria-describedby={method.errors ? method.errorId : undefined}>
          <legend className="mb-1.5 text-sm font-medium">Pay with</legend>
          <SavedCardChoices field={method} cards={data.cards} />
          <CardChoice
            field={method}
            value={NEW_CARD}
            label={data.cards.length > 0 ? "A new card" : "A card"}
            note="Entered on our payment provider’s page"
          />
          <div id="card-errors" role="alert">
            <FieldError field={method} />
          </div>
        </fieldset>
        <div className="flex flex-col gap-4 group-[:not(:has([value=new]:checked))]:hidden">
          <TextField field={fields.card_holder_name} label="Cardholder name" autoComplete="cc-name" />
          <CheckField field={fields.save_card} label="Save this card for the next time" />
          {data.provider === "sandbox" ? <SandboxNote /> : null}
        </div>
        {data.vat ? <input type="hidden" name="vat" value={data.vat.key} /> : null}
        <PayButton cents={cents} vat={data.vat} />
      </div>
    </PostForm>
  );
}
