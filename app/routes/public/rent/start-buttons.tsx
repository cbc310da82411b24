import type { FreeRow } from "~/domain/capacity/read-free.server";
import { Button } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import type { Choice } from "../reservation/choice";
import { allChosen, isReady } from "../reservation/readiness";
import { ChoiceInputs } from "./choice-inputs";
import { EnqueuePopup } from "./enqueue-popup";

interface StartButtonsProps {
  choice: Choice;
  free: FreeRow[];
  idempotencyKey: string;
  /** Somebody else was faster: the queue is offered whatever capacity says by now. */
  capacityGone: boolean;
}

/** 'Start Task' while capacity is ready, 'Enqueue Task' while it is not; both need all fields (6.2). */
export function StartButtons({ choice, free, idempotencyKey, capacityGone }: StartButtonsProps) {
  const ready = isReady(choice, free);
  const queueable = !ready || capacityGone;
  const chosen = allChosen(choice);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {ready
          ? "Your job will start immediately"
          : "These GPUs are not free now. Enqueue the task and it starts by itself as soon as they are."}
      </p>
      <div className="flex flex-wrap gap-3">
        <PostForm intent="start">
          <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
          <SubmitButton intent="start" disabled={!ready || !chosen}>
            Start Task
          </SubmitButton>
        </PostForm>
        {!queueable || !chosen ? (
          <Button type="button" disabled>
            Enqueue Task
          </Button>
        ) : (
          <EnqueuePopup choice={choice} idempotencyKey={idempotencyKey} />
        )}
      </div>
      {chosen ? null : <p className="text-sm text-muted">Choose an SSH key and fill in every field first.</p>}
    </div>
  );
}
