import type { SshKeyRow } from "~/compute/list-ssh-keys.server";
import type { FormAnswer } from "~/platform/http/form.server";
import { fieldState, type FieldState } from "~/platform/ui/field-state";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextareaField } from "~/platform/ui/textarea-field";
import { SAVE_KEY } from "../key-form";

interface KeyFieldsProps {
  /** The choice of a stored key. */
  field: FieldState;
  keys: SshKeyRow[];
  answer: FormAnswer | undefined;
}

/** The stored SSH keys, and a field for another one. Every button of the form first stores a pasted key. */
export function KeyFields({ field, keys, answer }: KeyFieldsProps) {
  const [error] = answer?.lastResult.error?.["ssh_public_key"] ?? [];
  const typed = answer?.lastResult.initialValue?.["ssh_public_key"];
  const pasted = (
    <TextareaField
      field={fieldState("ssh_public_key", typeof typed === "string" ? typed : "", error)}
      label="SSH Public Key"
      hint="One line, as in the file ending in .pub."
      rows={3}
      spellCheck={false}
      className="font-mono text-code"
    />
  );
  if (keys.length === 0) return pasted;
  return (
    <div className="flex flex-col gap-1">
      <SelectField
        field={field}
        label="SSH Key"
        choices={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.type})` }))}
      />
      <details key={field.key} className="more" open={error !== undefined}>
        <summary className="flex min-h-9.5 items-center gap-3 text-sm font-medium">Use another SSH key</summary>
        <div className="flex flex-col items-start gap-3 pt-2 *:w-full">
          {pasted}
          <div>
            <SubmitButton name="intent" value={SAVE_KEY} intent={SAVE_KEY} look="secondary">
              Save key
            </SubmitButton>
          </div>
        </div>
      </details>
    </div>
  );
}
