import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/domain/accounts/recent-login";
import { requireCustomer } from "~/http/access.server";
import { ButtonLink } from "~/ui/button-link";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import { TextLink } from "~/ui/text-link";
import { useAnsweredForm } from "~/ui/use-answered-form";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { changeProfile } from "../change-profile.server";
import { PASSWORD_INTENT } from "../password-form";
import { PasswordPopup } from "../password-popup";

export const meta: MetaFunction = () => [{ title: "Profile · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { name, email, loginAt } = await requireCustomer(args, "user");
  return { name, email, askCurrent: !isRecentLogin(loginAt, new Date()) };
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
      <Panel title="Your account" lead="Take a copy of everything, or delete your account." className="max-w-xl">
        <ButtonLink to="/user/data">Download or delete</ButtonLink>
      </Panel>
    </Page>
  );
}
