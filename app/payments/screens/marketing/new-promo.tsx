import { DISCOUNT_DURATIONS, durationText } from "~/payments/promo-code";
import type { FormAnswer } from "~/platform/http/form.server";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "create-promo";

const KINDS = [
  { value: "balance_credit", label: "Credit for the balance" },
  { value: "trial_days", label: "Trial of PRO" },
  { value: "percent_off", label: "Percentage off the subscription" },
];

/** The form 'New promo code' (2.5); a refused one stays open, also without a script. Success empties it. */
export function NewPromo({ answer, made }: { answer: FormAnswer | undefined; made: number }) {
  return (
    <Popup
      button="New promo code"
      title="New promo code"
      look="primary"
      size="small"
      stayOpen={answer?.intent === INTENT}
    >
      <NewPromoForm key={made} answer={answer} />
    </Popup>
  );
}

function NewPromoForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<Record<Field, string>>(INTENT, answer, {
    kind: "balance_credit",
    duration: "once",
  });
  return (
    <PostForm intent={INTENT} id={form.id} className="grid gap-4 sm:grid-cols-2">
      <TextField field={fields.name} label="Name" maxLength={80} autoComplete="off" />
      <TextField
        field={fields.code}
        label="Promocode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SelectField field={fields.kind} label="Gives" choices={KINDS} />
      <TextField
        field={fields.value}
        label="Value"
        inputMode="numeric"
        autoComplete="off"
        hint="Cents (1000 is $10.00), days or percent."
      />
      <SelectField
        field={fields.duration}
        label="Discount lasts"
        choices={DISCOUNT_DURATIONS.map((value) => ({ value, label: durationText(value) }))}
        hint="Only for a percentage."
      />
      <TextField
        field={fields.max_redemptions}
        label="Maximum uses"
        inputMode="numeric"
        autoComplete="off"
        hint="Empty: no limit."
      />
      <TextField field={fields.expires_at} label="Expires, UTC" type="datetime-local" hint="Empty: never." />
      <div className="sm:col-span-2">
        <SubmitButton intent={INTENT}>Create code</SubmitButton>
      </div>
    </PostForm>
  );
}

type Field = "name" | "code" | "kind" | "value" | "duration" | "max_redemptions" | "expires_at";
