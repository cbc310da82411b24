import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextField } from "~/platform/ui/text-field";
import { TextLink } from "~/platform/ui/text-link";
import { useAnsweredForm } from "~/platform/ui/use-answered-form";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeProfile } from "../change-profile.server";
import { PASSWORD_INTENT } from "../password-form";
import { PasswordPopup } from "../password-popup";

export const meta: MetaFunction = () => [{ title: "Profile · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { name, email, loginAt } = await requireCustomer(args, "user");
  return { name, email, askCurrent: !isRecentLogin(loginAt, presentTime()) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeProfile(args);
}

export default function Profile() {
  const { name, email, askCurrent } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const [form, fields] = useAnsweredForm<{ name: string; email: string }>("update-profile", answer, {
    name,
    email,
  });
  return (
    <Page title="Profile">
      <Refused answer={answer?.intent === PASSWORD_INTENT ? undefined : answer} />
      <Panel title="You" lead="Members of your team see both. Emails go to this address, and you log in with it.">
        <PostForm intent="update-profile" id={form.id} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField field={fields.name} label="Name" autoComplete="name" />
            <TextField
              field={fields.email}
              label="Email"
              aside={<TextLink to="/user/email">Change</TextLink>}
              readOnly
              autoComplete="email"
            />
          </div>
          <div>
            <SubmitButton intent="update-profile">Update Data</SubmitButton>
          </div>
        </PostForm>
      </Panel>
      <Panel title="Your account" padded={false}>
        <ul className="divide-y">
          <Row name="Password" line="Changing it ends your other sessions.">
            <PasswordPopup email={email} askCurrent={askCurrent} answer={answer} />
          </Row>
          <Row name="Two-factor and other ways to log in" line="Codes from your phone, passkeys and linked accounts.">
            <ButtonLink to="/user/security">Security</ButtonLink>
          </Row>
          <Row name="Your data" line="Download a copy of everything, or delete your account.">
            <ButtonLink to="/user/data">Download or delete</ButtonLink>
          </Row>
        </ul>
      </Panel>
    </Page>
  );
}

function Row({ name, line, children }: { name: string; line: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 text-sm">
        <p className="font-medium">{name}</p>
        <p className="text-muted">{line}</p>
      </div>
      {children}
    </li>
  );
}
