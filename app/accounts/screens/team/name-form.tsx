import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

/** The team's name, which may be empty. */
export function NameForm({ teamName, answer }: { teamName: string; answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<{ team_name: string }>("name", answer, { team_name: teamName });
  return (
    <PostForm intent="name" id={form.id} className="flex max-w-xl flex-col gap-4">
      <Refused answer={answer?.intent === "name" ? answer : undefined} />
      <TextField
        field={fields.team_name}
        label="Name"
        placeholder="Vision research"
        maxLength={60}
        autoComplete="off"
      />
      <div>
        <SubmitButton intent="name" look="secondary">
          Save name
        </SubmitButton>
      </div>
    </PostForm>
  );
}
