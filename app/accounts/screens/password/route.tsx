import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRecentLogin } from "~/accounts/recent-login";
import { requireCustomer } from "~/platform/http/access.server";
import { FormCard } from "~/platform/ui/form-card";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { changeProfile } from "../change-profile.server";
import { PasswordForm } from "../password-form";

export const meta: MetaFunction = () => [{ title: "Change password · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { email, loginAt } = await requireCustomer(args, "password");
  return { email, askCurrent: !isRecentLogin(loginAt, presentTime()) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeProfile(args);
}

/** The plain page of the profile's popup. */
export default function Password() {
  const { email, askCurrent } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <FormCard title="Change Password" back={{ to: "/user", label: "Profile" }} lead="Your other sessions end.">
      <PasswordForm email={email} askCurrent={askCurrent} answer={answer} />
    </FormCard>
  );
}
