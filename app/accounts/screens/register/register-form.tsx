import { SIGN_UP_SOURCES } from "~/accounts/sign-up-sources";
import type { FormAnswer } from "~/platform/http/form.server";
import { onTo } from "~/platform/own-path";
import { CheckField } from "~/platform/ui/check-field";
import { NewPasswordFields } from "~/platform/ui/new-password-fields";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SelectField } from "~/platform/ui/select-field";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TermsLabel } from "~/platform/ui/terms-label";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";

const SOURCES = [
  { value: "", label: "Choose (optional)" },
  ...Object.entries(SIGN_UP_SOURCES).map(([value, label]) => ({ value, label })),
];

type Fields = Record<
  "name" | "email" | "password" | "password_confirmation" | "source" | "source_text" | "terms",
  string | undefined
>;

interface RegisterFormProps {
  answer: FormAnswer | undefined;
  /** The path to which registering leads back. */
  next: string | null;
}

export function RegisterForm({ answer, next }: RegisterFormProps) {
  const [form, fields] = useAnsweredForm<Fields>("", answer);
  return (
    <PostForm id={form.id} className="flex flex-col gap-4">
      <Refused answer={answer} />
      <div className="fields">
        <TextField field={fields.name} label="Name" autoComplete="name" />
        <TextField
          field={fields.email}
          label="Email"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
        />
        <NewPasswordFields fields={fields} />
      </div>
      <div className="fields">
        <SelectField field={fields.source} label="How did you hear about us?" choices={SOURCES} />
        <div className="[:not(:has([value=other]:checked))>&]:hidden">
          <TextField field={fields.source_text} label="Other: where?" maxLength={200} />
        </div>
      </div>
      <CheckField field={fields.terms} label={<TermsLabel />} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <SubmitButton className="max-sm:w-full">Register</SubmitButton>
        <p className="text-sm text-muted">
          Already registered? <TextLink to={onTo("/login", next)}>Log in</TextLink>
        </p>
      </div>
    </PostForm>
  );
}
