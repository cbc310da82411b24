import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/platform/ui/button-link";
import { EmailField } from "~/platform/ui/email-field";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextareaField } from "~/platform/ui/textarea-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useRootData } from "~/platform/ui/use-root-data";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { sendFeedback } from "./send-feedback.server";

const URL_MAX = 500;

export const meta: MetaFunction = () => [{ title: "Feedback · Millrace" }];

export { headers } from "~/platform/http/action-headers";

export function loader({ request }: LoaderFunctionArgs) {
  const given = new URL(request.url).searchParams;
  return { sent: given.has("sent"), url: (given.get("url") ?? "").slice(0, URL_MAX) };
}

export async function action(args: ActionFunctionArgs) {
  return await sendFeedback(args);
}

/** The feedback widget as a page, without a script. */
export default function Chat() {
  const { sent, url } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const email = useRootData()?.viewer?.email;
  const [form, fields] = useAnsweredForm<{ message: string; email: string; url: string }>("send", answer, {
    email,
    url,
  });
  if (sent) {
    return (
      <FormCard title="Thank you">
        <p>Your message is on its way to us. We answer by email.</p>
        <ButtonLink to="/" className="mt-5">
          Go to the start page
        </ButtonLink>
      </FormCard>
    );
  }
  return (
    <FormCard title="Feedback" lead="Is something missing, wrong or good? Tell us.">
      <PostForm action="/chat" intent="send" id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <input type="hidden" name="url" value={String(fields.url.defaultValue ?? "")} />
        <TextareaField field={fields.message} label="Message" rows={6} />
        <EmailField field={fields.email} hint="We reply to this address." />
        <SubmitButton intent="send">Send</SubmitButton>
      </PostForm>
    </FormCard>
  );
}
