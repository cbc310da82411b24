import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAIL_ON_ITS_WAY } from "~/accounts/inside/account-texts";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { InboxHint } from "../inbox-hint";
import { askByForm } from "./ask-by-form.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Forgot password · Millrace" }];

export function loader({ request }: LoaderFunctionArgs) {
  return { sent: new URL(request.url).searchParams.has("sent") };
}

export async function action(args: ActionFunctionArgs) {
  return await askByForm(args);
}

export default function Forgot() {
  const { sent } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ email: string }>("", answer);
  if (sent) {
    return (
      <FormCard title="Check your inbox" lead="The link works once, for 60 minutes.">
        <p>{MAIL_ON_ITS_WAY}</p>
        <InboxHint />
        <p className="mt-4 flex justify-between border-t pt-4 text-sm">
          <TextLink to="/forgot">Ask again</TextLink>
          <TextLink to="/login">Back to the login</TextLink>
        </p>
      </FormCard>
    );
  }
  return (
    <FormCard title="Forgot password?" lead="We send you a link to choose a new password.">
      <PostForm id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <TextField field={fields.email} label="Email" inputMode="email" autoComplete="username" autoCapitalize="none" />
        <SubmitButton>Send link</SubmitButton>
        <p className="text-sm text-muted">
          <TextLink to="/login">Back to the login</TextLink>
        </p>
      </PostForm>
    </FormCard>
  );
}
