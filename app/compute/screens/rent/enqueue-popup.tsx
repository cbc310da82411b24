import { useFetcher } from "@remix-run/react";
import { SHOWN } from "~/platform/shown-messages";
import type { FormAnswer } from "~/platform/http/form.server";
import type { ButtonLook } from "~/platform/ui/button";
import { CheckField } from "~/platform/ui/check-field";
import { FormPopup } from "~/platform/ui/form-popup";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { type Choice, orderPath, orderText } from "../reservation/choice";
import { ChoiceInputs } from "./choice-inputs";
import type { loader } from "./route";

export const ENQUEUE = "enqueue";

interface EnqueuePopupProps {
  choice: Choice;
  /** Waits of comparable tasks; if the choice can change, they are fetched when the popup opens. */
  likelyWait?: string | null;
  idempotencyKey: string;
  answer: FormAnswer | undefined;
  look: ButtonLook;
  /** Target of the form; this page by default. */
  action?: string;
}

/** The queue's terms, to be agreed to before the task joins it (9.1). */
export function EnqueuePopup({ choice, likelyWait, idempotencyKey, answer, look, action }: EnqueuePopupProps) {
  const { data, load } = useFetcher<typeof loader>();
  const asked = data ? data.likelyWait : "Looking up how long comparable tasks waited…";
  const wait = likelyWait === undefined ? asked : likelyWait;
  const [, fields] = useAnsweredForm<{ agree: string }>(ENQUEUE, answer);
  return (
    <FormPopup
      button="Enqueue Task"
      title="Enqueue this task"
      look={look}
      intent={ENQUEUE}
      action={action}
      answer={answer}
      onOpen={likelyWait === undefined ? () => load(orderPath(choice)) : undefined}
    >
      <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
      <div className="rounded-control bg-sunken px-4 py-3 text-sm">
        <p className="font-medium [overflow-wrap:anywhere]">{choice.task_name}</p>
        <p className="text-muted">{orderText(choice)}</p>
      </div>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-sm marker:text-muted">
        <li>Waiting costs nothing, and you can leave the queue at any time.</li>
        {wait === null ? null : <li>{wait}</li>}
        <li>The Tasks screen shows its position and what it waits for.</li>
        <li>You pay from the moment it runs, at the price then or now, whichever is lower.</li>
      </ul>
      <CheckField
        field={fields.agree}
        label="I agree that my task starts by itself when GPUs are free and is charged from then on."
      />
      <div>
        <SubmitButton intent={ENQUEUE} className="max-sm:w-full">
          Enqueue
        </SubmitButton>
      </div>
    </FormPopup>
  );
}

/**
 * Checks whether another user was faster, or the queue has just answered: the queue is then offered regardless of
 * capacity.
 */
export function isQueueAsked(choice: Choice, answer: FormAnswer | undefined): boolean {
  const gone = SHOWN.noFreeGpus({ cluster_name: choice.row.split(":")[0] ?? "" });
  return answer?.intent === ENQUEUE || answer?.message === gone;
}
