import { SHOWN } from "~/domain/shown-messages";
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
  /** Where the form is sent; this page unless given. */
  action?: string;
}

/** The queue's terms, to be agreed to before the task joins it (9.1). */
export function EnqueuePopup({ choice, idempotencyKey, answer, look, action }: EnqueuePopupProps) {
  const [, fields] = useAnsweredForm<{ agree: string }>(ENQUEUE, answer);
  return (
    <FormPopup
      button="Enqueue Task"
      title="Enqueue this task"
      look={look}
      intent={ENQUEUE}
      action={action}
      answer={answer}
    >
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

/** Whether somebody else was faster, or the queue has just answered: it is offered whatever capacity says by now. */
export function isQueueAsked(choice: Choice, answer: FormAnswer | undefined): boolean {
  const gone = SHOWN.noFreeGpus({ cluster_name: choice.row.split(":")[0] ?? "" });
  return answer?.intent === ENQUEUE || answer?.message === gone;
}
