import { TITLE_MAX } from "~/site/faq-topic";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "add-section";

/** Adds a section at the end and opens it. */
export function AddSection({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ title: string }>(INTENT, answer);
  return (
    <PostForm intent={INTENT} id={form.id} className="flex flex-col gap-3 border-t px-4 py-4 sm:px-5">
      <TextField field={fields.title} label="Title of a new section" maxLength={TITLE_MAX} autoComplete="off" />
      <div>
        <SubmitButton look="secondary" intent={INTENT}>
          Add section
        </SubmitButton>
      </div>
    </PostForm>
  );
}
