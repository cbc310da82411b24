import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CHECK_INBOX } from "~/accounts/inside/account-texts";
import { isOrder } from "~/platform/own-path";
import { webmailOf } from "~/accounts/inside/webmail";
import { optionalUser } from "~/platform/http/access.server";
import { awaitedAddress } from "~/platform/http/awaited-address.server";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { TextLink } from "~/platform/ui/text-link";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { OpenMailbox } from "../open-mailbox";
import { resendByForm } from "./resend-by-form.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "One step left · Millrace" }];

/** The unconfirmed address of the logged-in user, or of the browser that registered. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await optionalUser(args);
  if (viewer && viewer.state !== "unverified") throw redirect("/user");
  const awaited = awaitedAddress.find(args.request, presentTime());
  const email = viewer?.email ?? awaited?.email;
  if (email === undefined) throw redirect("/register");
  return {
    email,
    webmail: webmailOf(email),
    loggedIn: viewer !== null,
    order: viewer === null && isOrder(awaited?.next ?? null),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await resendByForm(args);
}

export default function OneStepLeft() {
  const { email, webmail, loggedIn, order } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <FormCard title="One step left" lead={CHECK_INBOX}>
      <div className="flex flex-col gap-5">
        <Refused answer={answer} />
        <div className="flex flex-col gap-1">
          <p className="text-sm text-muted">We sent a link to</p>
          <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
        </div>
        <OpenMailbox webmail={webmail} />
        <p className="text-sm text-muted">
          The link works for 24 hours. No mail after a few minutes? Check your spam folder, or have it sent again.
          {order ? " It takes you back to your order." : null}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
          <PostForm action="/verify">
            <SubmitButton look="secondary">Send again</SubmitButton>
          </PostForm>
          {loggedIn ? <LeaveFor /> : <TextLink to="/register">Use another address</TextLink>}
        </div>
      </div>
    </FormCard>
  );
}

/** A link to another registration: an unconfirmed account owns nothing, so another one can replace it. */
function LeaveFor() {
  return (
    <PostForm action="/logout">
      <input type="hidden" name="redirectTo" value="/register" />
      <SubmitButton look="quiet">Use another address</SubmitButton>
    </PostForm>
  );
}
