import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
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
      <Panel title="Your data" className="max-w-xl">
        <PostForm intent="update-profile" id={form.id} className="flex flex-col gap-4">
          <TextField field={fields.name} label="Name" autoComplete="name" />
          <TextField
            field={fields.email}
            label="Email"
            aside={<TextLink to="/user/email">Change</TextLink>}
            readOnly
            autoComplete="email"
          />
          <div>
            <SubmitButton intent="update-profile">Update Data</SubmitButton>
          </div>
        </PostForm>
      </Panel>
      <Panel title="Your password" lead="Changing it ends your other sessions." className="max-w-xl">
        <PasswordPopup email={email} askCurrent={askCurrent} answer={answer} />
      </Panel>
      <Panel title="Your account" lead="Download a copy of everything, or delete your account." className="max-w-xl">
        <ButtonLink to="/user/data">Download or delete</ButtonLink>
      </Panel>
    </Page>
  );
}
