import { Fragment } from "react";
import { GIVEN_ROLES, mayGive, MEMBER_ROLES, type MemberRole } from "~/platform/may";
import { ROLE_WORDS } from "~/platform/role-words";
import type { FormAnswer } from "~/platform/http/form.server";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const givenBy = (actor: MemberRole) =>
  GIVEN_ROLES.filter((role) => mayGive(actor, role)).map((role) => ({ value: role, label: ROLE_WORDS[role].label }));

/** Address and role of the invited person. */
export function InviteForm({ role, answer }: { role: MemberRole; answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<Record<"email" | "role", string>>("invite", answer, { role: "member" });
  return (
    <div className="flex flex-col gap-4">
      <PostForm intent="invite" id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer?.intent === "invite" ? answer : undefined} />
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_10rem_auto]">
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            autoComplete="off"
            placeholder="name@company.com"
          />
          <SelectField field={fields.role} label="Role" choices={givenBy(role)} />
          <div className="md:pt-[1.625rem]">
            <SubmitButton intent="invite">Send invitation</SubmitButton>
          </div>
        </div>
      </PostForm>
      <details className="border-t pt-3 text-sm">
        <summary className="prose-link w-fit">What may each role do?</summary>
        <dl className="mt-3 grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-2">
          {MEMBER_ROLES.map((one) => (
            <Fragment key={one}>
              <dt className="font-medium">{ROLE_WORDS[one].label}</dt>
              <dd className="text-muted">{ROLE_WORDS[one].line}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </div>
  );
}
