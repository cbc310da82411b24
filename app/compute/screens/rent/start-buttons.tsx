import type { FormAnswer } from "~/platform/http/form.server";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import type { Choice } from "../reservation/choice";
import { allChosen } from "../reservation/readiness";
import { ChoiceInputs } from "./choice-inputs";
import type { Standing } from "./standing";
import { EnqueuePopup, isQueueAsked } from "./enqueue-popup";

interface StartButtonsProps {
  choice: Choice;
  /** The first missing item gets the primary button. */
  standing: Standing;
  likelyWait: string | null;
  idempotencyKey: string;
  /** Why the last form was refused. */
  answer: FormAnswer | undefined;
}

/**
 * Shows 'Start Task' while capacity is ready and the balance covers it, 'Enqueue Task' while there is no capacity; both
 * need all fields (6.2). The queue needs no funds yet.
 */
export function StartButtons({ choice, standing, likelyWait, idempotencyKey, answer }: StartButtonsProps) {
  const { missing, ready, mayStart } = standing;
  const look = missing === "key" || missing === "funds" ? "secondary" : "primary";
  return (
    <div className="flex flex-wrap gap-3">
      <PostForm intent="start">
        <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
        <SubmitButton intent="start" look={look} disabled={!mayStart}>
          Start Task
        </SubmitButton>
      </PostForm>
      {allChosen(choice) && (!ready || isQueueAsked(choice, answer)) ? (
        <EnqueuePopup {...{ choice, likelyWait, idempotencyKey, answer, look }} />
      ) : (
        <Button type="button" disabled>
          Enqueue Task
        </Button>
      )}
    </div>
  );
}
