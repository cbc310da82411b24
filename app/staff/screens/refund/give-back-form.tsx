import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { GIVE_BACK } from "./give-back-failure";
import type { RefundRow, RefundSum } from "./read-refund-screen.server";

interface GiveBackFormProps {
  rows: RefundRow[];
  sum: RefundSum;
  /** All that is left, for the field of a single task; null for several, of which all is given. */
  typed: string | null;
  formKey: string;
  answer: FormAnswer | undefined;
}

type Fields = { dollars: string; reason: string; note: string };

/** Gives back to the balances, at once: an amount of a single task, or all that is left of several. */
export function GiveBackForm({ rows, sum, typed, formKey, answer }: GiveBackFormProps) {
  const [form, fields] = useAnsweredForm<Fields>(GIVE_BACK, answer, typed === null ? {} : { dollars: typed });
  const parts = rows.filter(({ givable }) => givable);
  return (
    <Panel title="Give back" lead="To the balance, at once, with a notice and a mail.">
      <PostForm intent={GIVE_BACK} id={form.id} className="flex max-w-xl flex-col gap-5">
        <Refused answer={answer?.intent === GIVE_BACK && "lastResult" in answer ? answer : undefined} />
        {parts.map(({ part }) => (
          <input key={part} type="hidden" name="part" value={part} />
        ))}
        <input type="hidden" name="form_key" value={formKey} />
        {typed === null ? null : (
          <TextField
            field={fields.dollars}
            label="Dollars"
            inputMode="decimal"
            autoComplete="off"
            hint={`At most ${sum.left}: all that is left of the cost.`}
          />
        )}
        <TextField
          field={fields.reason}
          label="Reason"
          maxLength={200}
          autoComplete="off"
          hint="The customer reads this sentence in the mail and on the statement."
        />
        <TextareaField
          field={fields.note}
          label="Internal note (optional)"
          rows={2}
          maxLength={500}
          hint="Only staff read it."
        />
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
