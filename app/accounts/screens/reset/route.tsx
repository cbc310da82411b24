import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_ENDED } from "~/accounts/inside/account-texts";
import { findResetLink } from "~/accounts/inside/reset-password.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { NewPasswordFields } from "~/platform/ui/new-password-fields";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { resetByForm } from "./reset-by-form.server";

export const meta: MetaFunction = () => [{ title: "New password · Millrace" }];

export async function loader({ params }: LoaderFunctionArgs) {
  return { email: await findResetLink({ token: params["token"] ?? "", now: presentTime() }) };
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
