import type { FormAnswer } from "~/http/form.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import type { Choice } from "../reservation/choice";
import { allChosen } from "../reservation/readiness";
import { ChoiceInputs } from "./choice-inputs";
import { EnqueuePopup, isQueueAsked } from "./enqueue-popup";

interface StartButtonsProps {
  choice: Choice;
  /** Whether the GPUs are free now. */
  ready: boolean;
  /** Whether something else is to be done first, which then has the primary button. */
  waits: boolean;
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/** 'Start Task' while capacity is ready, 'Enqueue Task' while it is not; both need all fields (6.2). */
export function StartButtons({ choice, ready, waits, idempotencyKey, answer }: StartButtonsProps) {
  const chosen = allChosen(choice);
  const look = waits ? "secondary" : "primary";
  return (
    <div className="flex flex-wrap gap-3">
      <PostForm intent="start">
        <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
        <SubmitButton intent="start" look={look} disabled={!ready || !chosen}>
          Start Task
        </SubmitButton>
      </PostForm>
      {chosen && (!ready || isQueueAsked(choice, answer)) ? (
        <EnqueuePopup choice={choice} idempotencyKey={idempotencyKey} answer={answer} look={look} />
      ) : (
        <Button type="button" disabled>
          Enqueue Task
        </Button>
      )}
    </div>
  );
}
