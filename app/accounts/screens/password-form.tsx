import type { FormAnswer } from "~/platform/http/form.server";
import { NewPasswordFields } from "~/platform/ui/new-password-fields";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

export const PASSWORD_INTENT = "password";

interface PasswordFormProps {
  email: string;
  /** True if the last login is over 15 minutes ago (2.4). */
  askCurrent: boolean;
  answer: FormAnswer | undefined;
}

interface Fields extends Record<string, string | undefined> {
  password: string;
  password_confirmation: string;
  current_password: string;
}

/** Change Password, in its popup and on its plain page. */
export function PasswordForm({ email, askCurrent, answer }: PasswordFormProps) {
  const [form, fields] = useAnsweredForm<Fields>(PASSWORD_INTENT, answer);
  return (
    <PostForm intent={PASSWORD_INTENT} id={form.id} className="flex flex-col gap-4">
      {answer?.intent === PASSWORD_INTENT ? <Refused answer={answer} /> : null}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      {askCurrent ? (
        <TextField
          field={fields.current_password}
          label="Current Password"
          type="password"
          autoComplete="current-password"
        />
      ) : null}
      <NewPasswordFields fields={fields} />
      <SubmitButton intent={PASSWORD_INTENT}>Save Password</SubmitButton>
    </PostForm>
  );
}
