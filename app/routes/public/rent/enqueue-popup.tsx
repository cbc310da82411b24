import type { FormAnswer } from "~/http/form.server";
import type { ButtonLook } from "~/ui/button";
import { CheckField } from "~/ui/check-field";
import { FormPopup } from "~/ui/form-popup";
import { SubmitButton } from "~/ui/submit-button";
import { useAnsweredForm } from "~/ui/use-answered-form";
import type { Choice } from "../reservation/choice";
import { ChoiceInputs } from "./choice-inputs";

export const ENQUEUE = "enqueue";

interface EnqueuePopupProps {
  choice: Choice;
  idempotencyKey: string;
  answer: FormAnswer | undefined;
  look: ButtonLook;
}

/** The queue's terms, to be agreed to before the task joins it (9.1). */
export function EnqueuePopup({ choice, idempotencyKey, answer, look }: EnqueuePopupProps) {
  const [, fields] = useAnsweredForm<{ agree: string }>(ENQUEUE, answer);
  return (
    <FormPopup button="Enqueue Task" title="Enqueue this task" look={look} intent={ENQUEUE} answer={answer}>
      <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
      <CheckField
        field={fields.agree}
        label="I agree that my task starts by itself when GPUs are free and is charged from then on."
      />
      <div>
        <SubmitButton intent={ENQUEUE}>Enqueue</SubmitButton>
      </div>
    </FormPopup>
  );
}
