import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readEmailChange, type ShownEmailChange } from "~/accounts/read-email-change.server";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { Banner } from "~/platform/ui/banner";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { Time } from "~/platform/ui/time";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeEmail } from "./change-email.server";

export const meta: MetaFunction = () => [{ title: "Change email · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email, loginAt } = await requireCustomer(args, "email");
  const now = presentTime();
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
      lead={`Your address is ${email}. Confirm the change from the new mailbox; the current one can stop it.`}
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

/** A change that waits for its mailbox, or that the former mailbox can revert. */
function Standing({ change }: { change: ShownEmailChange }) {
  if (change.state === "changed") {
    return (
      <Banner tone="neutral">
        <span className="break-words">{change.oldEmail}</span> can revert the last change until{" "}
        <Time epochSeconds={change.untilTs} zoned />. You can change your address again after that.
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
