import type { FormAnswer } from "~/platform/http/form.server";
import { EmailField } from "~/platform/ui/email-field";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useRootData } from "~/platform/ui/use-root-data";

export function ContactForm({ answer }: { answer: FormAnswer | undefined }) {
  const viewer = useRootData()?.viewer;
  const [form, fields] = useAnsweredForm<{ name: string; email: string; message: string }>("send", answer, {
    name: viewer?.name,
    email: viewer?.email,
  });
  return (
    <PostForm intent="send" id={form.id} className="flex flex-col gap-4">
      <Refused answer={answer} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField field={fields.name} label="Name" autoComplete="name" />
        <EmailField field={fields.email} />
      </div>
      <TextareaField field={fields.message} label="Message" rows={8} hint="At most 2000 characters." />
      <div>
        <SubmitButton intent="send">Send</SubmitButton>
      </div>
    </PostForm>
  );
}
