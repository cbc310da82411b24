import type { FormAnswer } from "~/platform/http/form.server";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const INTENT = "make-source";

/** The form of a new source; after a refusal it stays open with the typed values. */
export function MakeSource({ answer }: { answer: FormAnswer | undefined }) {
  const refused = answer?.intent === INTENT ? answer : undefined;
  const [form, fields] = useAnsweredForm<{ name: string }>(INTENT, refused);
  return (
    <Popup button="New source" title="New source" look="primary" stayOpen={refused !== undefined}>
      <PostForm id={form.id} intent={INTENT} className="flex flex-col gap-4">
        <Refused answer={refused} />
        <TextField
          field={fields.name}
          label="Name"
          autoComplete="off"
          maxLength={100}
          hint="A gateway, a region or a team. Its key can only send usage."
        />
        <div>
          <SubmitButton intent={INTENT}>Create source</SubmitButton>
        </div>
      </PostForm>
    </Popup>
  );
}
