import { useState } from "react";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { ReasonFields } from "../refund/reason-fields";

const INTENT = "refund-top-up";

interface RefundFormProps {
  formKey: string;
  /** The amount to begin with. */
  typed: string;
  left: string;
  spare: string;
  card: string;
  /** True if the amount has VAT in it, which is not of the balance. */
  withVat: boolean;
  answer: FormAnswer | undefined;
}

/** Orders a refund of unspent money to the card. */
export function RefundForm({ formKey, typed, left, spare, card, withVat, answer }: RefundFormProps) {
  // A page that refreshed itself after a lost answer must not send the same order under another key.
  const [key] = useState(formKey);
  const [form, fields] = useAnsweredForm<{ dollars: string; reason: string; note: string }>(INTENT, answer, {
    dollars: typed,
  });
  return (
    <Panel title="Refund to the card" lead={`To ${card}. The bank shows it within 5 to 10 days.`}>
      <PostForm intent={INTENT} id={form.id} className="flex max-w-xl flex-col gap-5">
        <Refused answer={answer?.intent === INTENT ? answer : undefined} />
        <input type="hidden" name="form_key" value={key} />
        <TextField
          field={fields.dollars}
          label="Dollars"
          inputMode="decimal"
          autoComplete="off"
          hint={`At most ${left} of this top-up, and ${spare} of the balance${withVat ? " plus its VAT" : ""}: the money leaves the balance.`}
        />
        <ReasonFields reason={fields.reason} note={fields.note} />
        <div>
          <SubmitButton intent={INTENT}>Refund to the card</SubmitButton>
        </div>
      </PostForm>
    </Panel>
  );
}
