import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findInvitation } from "~/domain/accounts/teams/answer-invitation.server";
import { ROLE_WORDS } from "~/domain/may";
import { M } from "~/domain/messages";
import { optionalUser } from "~/http/access.server";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { answerByForm } from "./answer-by-form.server";
import { EnterFirst, OtherAddress } from "./who-answers";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Invitation · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const token = args.params["token"] ?? "";
  const viewer = await optionalUser(args);
  const invitation = await findInvitation({ token, now: new Date() });
  return { token, invitation, email: viewer?.email ?? null, unverified: viewer?.state === "unverified" };
}

export async function action(args: ActionFunctionArgs) {
  return await answerByForm(args, args.params["token"] ?? "");
}

/** Buttons, because programs that look through mails open every link. */
export default function Invitation() {
  const { token, invitation, email, unverified } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (invitation === null) {
    return (
      <FormCard title="Invitation">
        <p>{M.noSuchInvitation}</p>
        <div className="mt-4">
          <ButtonLink to={email === null ? "/" : "/user/team"}>Go on</ButtonLink>
        </div>
      </FormCard>
    );
  }
  const { label, line } = ROLE_WORDS[invitation.role];
  return (
    <FormCard title="Join a team">
      <div className="flex flex-col gap-4">
        <p className="[overflow-wrap:anywhere]">
          <strong className="font-semibold">{invitation.inviter}</strong> invites you to{" "}
          <strong className="font-semibold">{invitation.teamName || invitation.tenantName}</strong>.
        </p>
        <p className="text-sm text-muted">
          Your role there: <strong className="font-medium text-ink">{label}</strong>. {line} Your own account stays as
          it is, and you can switch between the two.
        </p>
        {email === null ? (
          <EnterFirst token={token} address={invitation.email} />
        ) : email !== invitation.email ? (
          <OtherAddress address={invitation.email} own={email} />
        ) : unverified ? (
          <p role="note">{M.confirmEmailFirst}</p>
        ) : (
          <PostForm className="flex flex-col gap-4">
            <Refused answer={answer} />
            <div className="flex flex-wrap gap-2">
              <SubmitButton intent="accept" name="intent" value="accept">
                Accept
              </SubmitButton>
              <SubmitButton intent="decline" name="intent" value="decline" look="secondary">
                Decline
              </SubmitButton>
            </div>
          </PostForm>
        )}
      </div>
    </FormCard>
  );
}
