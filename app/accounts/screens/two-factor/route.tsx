import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { pendingLoginOf } from "~/platform/http/log-in.server";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { proveByForm } from "./prove-by-form.server";

export const meta: MetaFunction = () => [{ title: "Two-factor · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  if (!(await pendingLoginOf(args))) throw redirect("/login");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  return await proveByForm(args);
}

export default function TwoFactor() {
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ code: string }>("", answer);
  return (
    <FormCard title="Two-factor" lead="Enter the code that your authenticator app shows now.">
      <PostForm id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <TextField
          field={fields.code}
          label="Code"
          hint="6 digits. Lost your phone? Enter one of your recovery codes instead."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
        <SubmitButton>Log in</SubmitButton>
        <p className="text-sm text-muted">
          No phone and no recovery code? <TextLink to="/contact">Contact us</TextLink>
        </p>
        <p className="text-sm text-muted">
          <TextLink to="/login">Back to the login</TextLink>
        </p>
      </PostForm>
    </FormCard>
  );
}
