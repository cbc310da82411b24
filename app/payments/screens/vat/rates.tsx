import type { VatRateRow } from "~/payments/inside/vat/vat-settings.server";
import { percentText } from "~/payments/vat";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { countryChoices } from "~/platform/ui/country-choices";
import { formatDay } from "~/platform/ui/format";
import { FormPopup } from "~/platform/ui/form-popup";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

interface RatesProps {
  rates: (VatRateRow & { name: string })[];
  /** `COUNTRY_LIST` */
  countries: string;
  today: string;
  answer: FormAnswer | undefined;
}

/** The rates by country, each from a day on. */
export function Rates({ rates, countries, today, answer }: RatesProps) {
  const [, fields] = useAnsweredForm<Record<"country" | "percent" | "from", string>>("rate", answer, { from: today });
  return (
    <Panel
      title="Rates"
      lead="By the customer’s country. A country of the European Union without a rate of its own gets the rate of your country."
      padded={false}
      actions={
        <FormPopup button="Set a rate" title="Set a VAT rate" intent="rate" answer={answer}>
          <SelectField field={fields.country} label="Country" choices={countryChoices(countries, "Choose a country")} />
          <TextField field={fields.percent} label="Percent" inputMode="decimal" autoComplete="off" />
          <TextField
            field={fields.from}
            label="From, UTC"
            type="date"
            hint="Earlier payments keep their rate. To correct a rate, enter its day again."
          />
          <SubmitButton intent="rate">Set the rate</SubmitButton>
        </FormPopup>
      }
    >
      <Table
        caption="VAT rates"
        rows={rates}
        rowKey={({ country, from }) => `${country} ${from}`}
        empty="No rates yet. Begin with the one of your own country."
        columns={[
          { head: "Country", cell: ({ name, country }) => `${name} (${country})` },
          { head: "Rate", cell: ({ rateBp }) => percentText(rateBp), numeric: true },
          { head: "From", cell: ({ from }) => formatDay(from), className: "whitespace-nowrap tabular-nums" },
          { head: "Set by", cell: ({ by }) => by, className: "break-words" },
          { head: "State", cell: ({ state }) => <State state={state} /> },
          {
            head: <span className="sr-only">Change</span>,
            cell: (row) => (row.state === "planned" ? <Withdraw row={row} /> : null),
            className: "md:text-right",
          },
        ]}
      />
    </Panel>
  );
}

function State({ state }: Pick<VatRateRow, "state">) {
  if (state === "past") return <span className="text-muted">past</span>;
  return <Badge tone={state === "present" ? "ok" : "warn"}>{state === "present" ? "applies now" : "planned"}</Badge>;
}

function Withdraw({ row: { country, from } }: { row: VatRateRow }) {
  return (
    <PostForm intent="withdraw" preventScrollReset>
      <input type="hidden" name="country" value={country} />
      <input type="hidden" name="from" value={from} />
      <SubmitButton intent="withdraw" look="quiet">
        Withdraw
      </SubmitButton>
    </PostForm>
  );
}
