import type { FormAnswer } from "~/platform/http/form.server";
import { CheckField } from "~/platform/ui/check-field";
import { NewPasswordFields } from "~/platform/ui/new-password-fields";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TermsLabel } from "~/platform/ui/terms-label";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

type Fields = Record<"name" | "email" | "password" | "password_confirmation" | "terms", string | undefined>;

interface JoinFormProps {
  address: string;
  inviter: string;
  answer: FormAnswer | undefined;
}

/** Creates an account and joins: the address is the invitation's and cannot change. */
export function JoinForm({ address, inviter, answer }: JoinFormProps) {
  const [form, fields] = useAnsweredForm<Fields>("join", answer);
  return (
    <PostForm intent="join" id={form.id} className="flex flex-col gap-4">
      <Refused answer={answer} />
      <TextField
        field={fields.email}
        label="Email"
        value={address}
        readOnly
        autoComplete="username"
        hint="The invitation was sent to this address, so there is nothing to confirm."
      />
      <TextField field={fields.name} label="Name" autoComplete="name" />
      <NewPasswordFields fields={fields} />
      <CheckField field={fields.terms} label={<TermsLabel />} />
      <SubmitButton intent="join">Create account and join</SubmitButton>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        Do you have an account with another address? Ask {inviter} to invite that address.
      </p>
    </PostForm>
  );
}
