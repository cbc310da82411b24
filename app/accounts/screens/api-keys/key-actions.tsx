import type { KeyRow } from "~/accounts/list-keys.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { FormPopup } from "~/platform/ui/form-popup";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { PasswordInput } from "~/accounts/views/password-input";

interface KeyActionsProps {
  apiKey: KeyRow;
  askPassword: boolean;
  answer: FormAnswer | undefined;
}

const OVERLAPS = [
  { value: "0", label: "End it now" },
  { value: "1", label: "Let it work for an hour" },
  { value: "24", label: "Let it work for 24 hours" },
];

/** Rotate and Revoke of a named key; a key that is being replaced can only be revoked. */
export function KeyActions({ apiKey, askPassword, answer }: KeyActionsProps) {
  const { id, name, state } = apiKey;
  const hidden = { id: String(id) };
  return (
    <div className="flex gap-2 md:justify-end">
      {state === "valid" ? (
        <FormPopup
          button="Rotate"
          buttonLabel={`Rotate ${name}`}
          title="Rotate this key?"
          size="small"
          intent="rotate"
          answer={answer}
          hidden={hidden}
        >
          <p className="text-sm [overflow-wrap:anywhere]">
            A new key takes the place of <strong className="font-medium">{name}</strong>. It has the same scopes and the
            same lifetime.
          </p>
          <SelectField field={overlapField(id)} label="The old key" choices={OVERLAPS} />
          {askPassword ? (
            <PasswordInput name="password" label="Your password" error={passwordError(answer, "rotate", id)} />
          ) : null}
          <div>
            <SubmitButton intent="rotate">Rotate key</SubmitButton>
          </div>
        </FormPopup>
      ) : null}
      <FormPopup
        button="Revoke"
        buttonLabel={`Revoke ${name}`}
        title="Revoke this key?"
        size="small"
        intent="revoke"
        answer={answer}
        hidden={hidden}
      >
        <p className="text-sm [overflow-wrap:anywhere]">
          <strong className="font-medium">{name}</strong> stops working at once. This cannot be undone.
        </p>
        <div>
          <SubmitButton intent="revoke" look="danger">
            Revoke key
          </SubmitButton>
        </div>
      </FormPopup>
    </div>
  );
}

/** Names the field of a key's row; every row has one, so ids include the key's. */
function overlapField(id: number) {
  const own = `overlap-${id}`;
  return { id: own, errorId: `${own}-error`, descriptionId: `${own}-hint`, name: "overlap_hours", defaultValue: "0" };
}

function passwordError(answer: FormAnswer | undefined, intent: string, id: number): string | undefined {
  const own = answer?.intent === intent && answer.lastResult.initialValue?.["id"] === String(id);
  return own ? answer.lastResult.error?.["password"]?.join(" ") : undefined;
}
