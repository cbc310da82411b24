import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readEmailChange, type ShownEmailChange } from "~/domain/accounts/email-change/read-email-change.server";
import { isRecentLogin } from "~/domain/accounts/recent-login";
import { requireCustomer } from "~/http/access.server";
import { Banner } from "~/ui/banner";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { Time } from "~/ui/time";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { changeEmail } from "./change-email.server";

export const meta: MetaFunction = () => [{ title: "Change email · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email, loginAt } = await requireCustomer(args, "email");
  const now = new Date();
  const change = await readEmailChange({ userId, now });
  return { email, change, askPassword: !isRecentLogin(loginAt, now) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeEmail(args);
}

export default function Email() {
  const { email, change, askPassword } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ email: string; password: string }>("ask-email", answer);
  return (
    <FormCard
      title="Change email"
      back={{ to: "/user", label: "Profile" }}
      lead={`Now ${email}. Confirm the change from the new mailbox; the current one can stop it.`}
    >
      <div className="flex flex-col gap-5">
        {change ? <Standing change={change} /> : null}
        <PostForm intent="ask-email" id={form.id} className="flex flex-col gap-4">
          <Refused answer={answer?.intent === "ask-email" ? answer : undefined} />
          <TextField
            field={fields.email}
            label="New email"
            type="text"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
          {askPassword ? (
            <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
          ) : null}
          <SubmitButton intent="ask-email">Send the link</SubmitButton>
        </PostForm>
      </div>
    </FormCard>
  );
}

/** A change that waits for its mailbox, or that the former mailbox can take back. */
function Standing({ change }: { change: ShownEmailChange }) {
  if (change.state === "changed") {
    return (
      <Banner tone="neutral">
        <span className="break-words">{change.oldEmail}</span> can take the last change back until{" "}
        <Time epochSeconds={change.untilTs} zoned />; you can change it again after that.
      </Banner>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Banner tone="warn">
        We sent a link to <span className="font-medium break-words">{change.newEmail}</span>. Your address changes when
        you open it and confirm, by <Time epochSeconds={change.untilTs} zoned />.
      </Banner>
      <PostForm intent="stop-email">
        <SubmitButton intent="stop-email" look="secondary">
          Stop this change
        </SubmitButton>
      </PostForm>
    </div>
  );
}
