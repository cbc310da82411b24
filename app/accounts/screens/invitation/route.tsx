import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offeredProviders } from "~/accounts/offered-providers.server";
import { findInvitation } from "~/accounts/inside/teams/answer-invitation.server";
import { SHOWN } from "~/platform/shown-messages";
import { optionalUser } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { answerByForm } from "./answer-by-form.server";
import { InvitationFacts } from "./invitation-facts";
import { JoinForm } from "./join-form";
import { Answer, LogInFirst, OtherAddress } from "./who-answers";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Invitation · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const token = args.params["token"] ?? "";
  const viewer = await optionalUser(args);
  const invitation = await findInvitation({ token, now: presentTime() });
  return {
    here: `/invitations/${token}`,
    invitation,
    email: viewer?.email ?? null,
    unverified: viewer?.state === "unverified",
    providers: offeredProviders(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await answerByForm(args, args.params["token"] ?? "");
}

export default function Invitation() {
  const { here, invitation, email, unverified, providers } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (invitation === null) {
    return (
      <FormCard title="Invitation">
        <p>{SHOWN.noSuchInvitation}</p>
        <p className="mt-2 text-sm text-muted">
          It may have been accepted already, withdrawn or replaced by a newer one; invitations work for 7 days.
        </p>
        <ButtonLink to={email === null ? "/login" : "/user/team"} className="mt-4 w-full">
          {email === null ? "Log in" : "Go to your teams"}
        </ButtonLink>
      </FormCard>
    );
  }
  const { email: address, hasAccount, inviter, inviterName } = invitation;
  return (
    <FormCard
      title={`Join ${invitation.teamName || `the team of ${inviterName}`}`}
      lead={
        <>
          <strong className="font-medium text-ink">{inviterName}</strong> ({inviter}) invites you to this team.
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <InvitationFacts invitation={invitation} named={email === null && !hasAccount} />
        {email === null ? (
          hasAccount ? (
            <LogInFirst here={here} providers={providers} />
          ) : (
            <JoinForm address={address} inviter={inviter} answer={answer} />
          )
        ) : email === address ? (
          <Answer unverified={unverified} answer={answer} />
        ) : (
          <OtherAddress here={here} address={address} own={email} />
        )}
      </div>
    </FormCard>
  );
}
