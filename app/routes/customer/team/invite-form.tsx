import type { MemberRole } from "~/domain/may";
import type { FormAnswer } from "~/http/form.server";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SelectField } from "~/ui/select-field";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { roleChoices } from "./member-actions";

/** Address and role of who is invited. */
export function InviteForm({ role, answer }: { role: MemberRole; answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<Record<"email" | "role", string>>("invite", answer, { role: "member" });
  return (
    <PostForm intent="invite" id={form.id} className="flex max-w-xl flex-col gap-4">
      <Refused answer={answer?.intent === "invite" ? answer : undefined} />
      <TextField field={fields.email} label="Email" type="email" autoComplete="off" />
      <SelectField field={fields.role} label="Role" choices={roleChoices(role)} />
      <div>
        <SubmitButton intent="invite">Send invitation</SubmitButton>
      </div>
    </PostForm>
  );
}
