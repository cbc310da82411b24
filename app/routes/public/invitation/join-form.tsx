import type { FormAnswer } from "~/http/form.server";
import { CheckField } from "~/ui/check-field";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { TermsLabel } from "~/ui/terms-label";
import { TextField } from "~/ui/text-field";
import { useAnsweredForm } from "~/ui/use-answered-form";

type Fields = Record<"name" | "email" | "password" | "password_confirmation" | "terms", string | undefined>;

interface JoinFormProps {
  address: string;
  inviter: string;
  answer: FormAnswer | undefined;
}

/** An account and joining in one: the address is the invitation's and cannot be another. */
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
        Do you have an account with another address? Ask {inviter} to invite that one.
      </p>
    </PostForm>
  );
}
