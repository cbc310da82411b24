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
    <PostForm intent="name" id={form.id} className="flex flex-col gap-4">
      <Refused answer={answer?.intent === "name" ? answer : undefined} />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          field={fields.team_name}
          label="Name"
          placeholder="Vision research"
          maxLength={60}
          autoComplete="off"
        />
        <div className="md:pt-[1.625rem]">
          <SubmitButton intent="name" look="secondary">
            Save name
          </SubmitButton>
        </div>
      </div>
    </PostForm>
  );
}
