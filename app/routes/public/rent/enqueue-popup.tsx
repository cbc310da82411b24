import { Popup } from "~/ui/popup";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import type { Choice } from "../reservation/choice";
import { ChoiceInputs } from "./choice-inputs";

/** The queue's terms, to be agreed to before the task joins it (section 9). */
export function EnqueuePopup({ choice, idempotencyKey }: { choice: Choice; idempotencyKey: string }) {
  return (
    <Popup button="Enqueue Task" title="Enqueue this task" look="primary">
      <PostForm intent="enqueue" className="flex flex-col gap-4">
        <ChoiceInputs choice={choice} idempotencyKey={idempotencyKey} />
        <label className="flex items-start gap-2.5 text-sm">
          <input type="checkbox" name="agree" value="1" className="mt-0.5 size-4 flex-none accent-accent" />
          <span>I agree that my task starts by itself when GPUs are free and is charged from then on.</span>
        </label>
        <div>
          <SubmitButton intent="enqueue">Enqueue</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
