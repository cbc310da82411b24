import { SIGN_UP_SOURCES } from "~/domain/accounts/sign-up-sources";
import type { FormAnswer } from "~/http/form.server";
import { CheckField } from "~/ui/check-field";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SelectField } from "~/ui/select-field";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { TextLink } from "~/ui/text-link";
import { useAnsweredForm } from "~/ui/use-answered-form";

const SOURCES = [
  { value: "", label: "Choose, if you like" },
  ...Object.entries(SIGN_UP_SOURCES).map(([value, label]) => ({ value, label })),
];

type Fields = Record<
  "name" | "email" | "password" | "password_confirmation" | "source" | "source_text" | "terms",
  string | undefined
>;

export function RegisterForm({ answer }: { answer: FormAnswer | undefined }) {
  const [form, fields] = useAnsweredForm<Fields>("", answer);
  return (
    <PostForm id={form.id} className="flex flex-col gap-4">
      <Refused answer={answer} />
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
      <div className="source-question flex flex-col gap-4">
        <SelectField field={fields.source} label="How did you hear about us?" choices={SOURCES} />
        <div className="source-other">
          <TextField field={fields.source_text} label="Other: where?" maxLength={200} />
        </div>
      </div>
      <CheckField
        field={fields.terms}
        label={
          <>
            I agree to the{" "}
            <TextLink to="/terms" target="_blank">
              terms
            </TextLink>{" "}
            and have read the{" "}
            <TextLink to="/privacy" target="_blank">
              privacy notice
            </TextLink>
            .
          </>
        }
      />
      <SubmitButton>Register</SubmitButton>
      <p className="text-sm text-muted">
        Already registered? <TextLink to="/login">Log in</TextLink>
      </p>
    </PostForm>
  );
}
