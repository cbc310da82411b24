import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_ENDED } from "~/domain/accounts/account-texts";
import { findResetLink } from "~/domain/accounts/reset-password.server";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { NewPasswordFields } from "~/ui/new-password-fields";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { resetByForm } from "./reset-by-form.server";

export const meta: MetaFunction = () => [{ title: "New password · Millrace" }];

export async function loader({ params }: LoaderFunctionArgs) {
  return { email: await findResetLink({ token: params["token"] ?? "", now: new Date() }) };
}

export async function action(args: ActionFunctionArgs) {
  return await resetByForm(args, args.params["token"] ?? "");
}

export default function Reset() {
  const { email } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ password: string; password_confirmation: string }>("", answer);
  if (email === null) {
    return (
      <FormCard title="Choose a new password">
        <p>{LINK_ENDED}</p>
        <ButtonLink to="/forgot" look="primary" className="mt-4 w-full">
          Ask for a new link
        </ButtonLink>
      </FormCard>
    );
  }
  return (
    <FormCard title="Choose a new password" lead={`For ${email}. All your sessions end.`}>
      <PostForm id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <NewPasswordFields fields={fields} />
        <SubmitButton>Save Password</SubmitButton>
      </PostForm>
    </FormCard>
  );
}
