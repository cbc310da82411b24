import type { Missing } from "~/compute/inside/reserve/first-missing";
import type { FormAnswer } from "~/platform/http/form.server";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { KeyForm, SAVE_KEY } from "../key-form";
import { type Choice, orderPath } from "../reservation/choice";
import { ChoiceInputs } from "./choice-inputs";

/** Stores the first key and starts the task with it, by one click. */
export const SAVE_KEY_AND_START = "save-key-and-start";

/** Checks whether the form of the key shows the answer itself; not if the key was stored and its task was refused. */
export function isKeyAnswer(answer: FormAnswer, hasKeys: boolean): boolean {
  return answer.intent === SAVE_KEY || (answer.intent === SAVE_KEY_AND_START && !hasKeys);
}

interface FirstKeyProps {
  choice: Choice;
  /** Target of the form; this page by default. */
  action?: string;
  /** Requirement that is missing besides the key; without one the task starts at once. */
  besides: Missing | null;
  idempotencyKey: string;
  answer: FormAnswer | undefined;
}

/** Your SSH key, where none is stored yet. */
export function FirstKey({ choice, action, besides, idempotencyKey, answer }: FirstKeyProps) {
  const starts = besides === null;
  const intent = starts ? SAVE_KEY_AND_START : SAVE_KEY;
  return (
    <KeyForm
      intent={intent}
      answer={answer}
      rows={3}
      submit={starts ? "Save key and start" : "Save key"}
      {...(action === undefined ? {} : { action })}
    >
      <Refused answer={answer?.intent === intent ? answer : undefined} />
      {starts ? <ChoiceInputs choice={{ ...choice, ssh_key_id: "" }} idempotencyKey={idempotencyKey} /> : null}
    </KeyForm>
  );
}

/** Form for a further SSH key. The order continues with it, because it becomes the default. */
export function OtherKey({ choice, answer }: Pick<FirstKeyProps, "choice" | "answer">) {
  const refused = answer?.intent === SAVE_KEY;
  return (
    <Panel>
      <details key={choice.ssh_key_id} className="more" open={refused}>
        <summary className="flex items-center justify-between gap-3 text-sm font-semibold">Use another SSH key</summary>
        <div className="pt-4">
          <KeyForm
            intent={SAVE_KEY}
            answer={answer}
            rows={3}
            submit="Save key"
            action={orderPath({ ...choice, ssh_key_id: "" })}
          >
            <Refused answer={refused ? answer : undefined} />
          </KeyForm>
        </div>
      </details>
    </Panel>
  );
}
