import { useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { FieldError } from "~/platform/ui/field";
import type { FieldState } from "~/platform/ui/field-state";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { ReasonFields } from "./reason-fields";
import { GIVE_BACK } from "./give-back-failure";
import type { RefundRow, RefundSum } from "./read-refund-screen.server";

interface GiveBackFormProps {
  rows: RefundRow[];
  sum: RefundSum;
  /** All that is left, for the field of a single task; null for several, of which all is given. */
  typed: string | null;
  /** The card that could take it; null if it can only go to the balance. */
  card: string | null;
  formKey: string;
  answer: FormAnswer | undefined;
}

type Fields = { dollars: string; to: string; reason: string; note: string };

/** Gives back to the balances, at once: an amount of a single task, or all that is left of several. */
export function GiveBackForm({ rows, sum, typed, card, formKey, answer }: GiveBackFormProps) {
  // A page that refreshed itself after a lost answer must not send the same order under another key.
  const [key] = useState(formKey);
  const [form, fields] = useAnsweredForm<Fields>(GIVE_BACK, answer, typed === null ? {} : { dollars: typed });
  const parts = rows.filter(({ givable }) => givable);
  return (
    <Panel title="Give back" lead="The customer gets a notice and a mail.">
      <PostForm intent={GIVE_BACK} id={form.id} className="flex max-w-xl flex-col gap-5">
        <Refused answer={answer?.intent === GIVE_BACK && "lastResult" in answer ? answer : undefined} />
        {parts.map(({ part }) => (
          <input key={part} type="hidden" name="part" value={part} />
        ))}
        <input type="hidden" name="form_key" value={key} />
        {typed === null ? null : (
          <TextField
            field={fields.dollars}
            label="Dollars"
            inputMode="decimal"
            autoComplete="off"
            hint={`At most ${sum.left}: all that is left of the cost.`}
          />
        )}
        {card === null ? null : <WhereTo field={fields.to} card={card} />}
        <ReasonFields reason={fields.reason} note={fields.note} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton intent={GIVE_BACK}>{typed === null ? `Give back ${sum.left}` : "Give back"}</SubmitButton>
          {typed === null ? <span className="text-sm text-muted">{countsOf(sum)}</span> : null}
        </div>
      </PostForm>
    </Panel>
  );
}

function countsOf({ givable, tenants }: RefundSum): string {
  const tasks = givable === 1 ? "1 task" : `${givable} tasks`;
  return `For ${tasks} of ${tenants === 1 ? "1 customer" : `${tenants} customers`}.`;
}

function WhereTo({ field, card }: { field: FieldState; card: string }) {
  const ways = [
    { value: "balance", label: "The balance, at once" },
    { value: "card", label: card },
  ];
  return (
    <fieldset className="field flex scroll-mt-20 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">To</legend>
      {ways.map(({ value, label }) => (
        <label key={value} className="flex min-h-6 items-start gap-2.5 py-0.5 text-sm">
          <input
            type="radio"
            name={field.name}
            value={value}
            defaultChecked={(field.defaultValue ?? "balance") === value}
            className="mt-0.5"
          />
          <span>{label}</span>
        </label>
      ))}
      <FieldError field={field} />
    </fieldset>
  );
}
