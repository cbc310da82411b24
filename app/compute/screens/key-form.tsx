import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

/** Intent of the form outside the screen of keys. */
export const SAVE_KEY = "save-key";

interface KeyFormProps {
  intent: string;
  answer: FormAnswer | undefined;
  rows?: number;
  submit: string;
}

/** Form for a pasted public key. */
export function KeyForm({ intent, answer, rows = 4, submit }: KeyFormProps) {
  const [form, fields] = useAnsweredForm<{ ssh_public_key: string }>(intent, answer);
  return (
    <PostForm intent={intent} id={form.id} className="flex flex-col gap-4">
      <TextareaField
        field={fields.ssh_public_key}
        label="SSH Public Key"
        hint="One line, as in the file ending in .pub."
        rows={rows}
        spellCheck={false}
        className="font-mono text-code"
      />
      <div>
        <SubmitButton intent={intent}>{submit}</SubmitButton>
      </div>
    </PostForm>
  );
}
