import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { linkByForm, waitingFor } from "./link-by-form.server";

export const meta: MetaFunction = () => [{ title: "Link an account · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "link");
  const now = presentTime();
  const waiting = waitingFor(args, viewer, now);
  return {
    waiting: waiting && { label: waiting.label, email: viewer.email },
    askPassword: !isRecentLogin(viewer.loginAt, now),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await linkByForm(args);
}

/** Asks, after a login whose address came with an account at a provider, whether to link that account. */
export default function Link() {
  const { waiting, askPassword } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ password: string }>("", answer);
  if (!waiting) {
    return (
      <FormCard title="Link an account" back={{ to: "/user/security", label: "Security" }}>
        <p>There is nothing to link at the moment. Begin with the ways to log in, on the Security page.</p>
        <ButtonLink to="/user/security#ways" look="primary" className="mt-4 w-full">
          Ways to log in
        </ButtonLink>
      </FormCard>
    );
  }
  return (
    <FormCard title={`Link ${waiting.label}`} back={{ to: "/user/security", label: "Security" }}>
      <PostForm id={form.id} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <p className="break-words">
          Link {waiting.label} to the account of <strong className="font-semibold">{waiting.email}</strong>? You can
          then log in with either {waiting.label} or your password.
        </p>
        {askPassword ? (
          <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
        ) : null}
        <SubmitButton>Link {waiting.label}</SubmitButton>
        <ButtonLink to="/tasks">Not now</ButtonLink>
      </PostForm>
    </FormCard>
  );
}
