import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_ENDED } from "~/domain/accounts/account-texts";
import { findEmailChangeLink } from "~/domain/accounts/email-change/links.server";
import type { LinkAct } from "~/domain/accounts/email-change/states";
import { ButtonLink } from "~/ui/button-link";
import { FormCard } from "~/ui/form-card";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { SubmitButton } from "~/ui/submit-button";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { pressLink } from "./press-link.server";

export const meta: MetaFunction = () => [{ title: "Change of email · Millrace" }];

export async function loader({ params }: LoaderFunctionArgs) {
  return { link: await findEmailChangeLink({ token: params["token"] ?? "", now: new Date() }) };
}

export async function action(args: ActionFunctionArgs) {
  return await pressLink(args, args.params["token"] ?? "");
}

const TITLES: Record<LinkAct, string> = {
  confirm: "Confirm your new address",
  stop: "Stop the change of email",
  "take-back": "Take the change back",
};

/** A button, because programs that look through mails open every link. */
export default function EmailChange() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (link === null) {
    return (
      <FormCard title="Change of email">
        <p>{LINK_ENDED}</p>
        <p className="mt-2 text-sm text-muted">
          The link to the new address works once, within 24 hours. The link to the former address works for 7 days after
          the change.
        </p>
        <div className="mt-4">
          <ButtonLink to="/user/email" look="primary">
            Change your email
          </ButtonLink>
        </div>
      </FormCard>
    );
  }
  const { act, oldEmail, newEmail } = link;
  const intent = act === "confirm" ? "confirm" : "back";
  return (
    <FormCard title={TITLES[act]}>
      <PostForm intent={intent} className="flex flex-col gap-4">
        <Refused answer={answer} />
        <What act={act} oldEmail={oldEmail} newEmail={newEmail} />
        <div>
          <SubmitButton intent={intent} look={act === "confirm" ? "primary" : "danger"}>
            {act === "confirm" ? "Confirm" : act === "stop" ? "Stop the Change" : "Take It Back"}
          </SubmitButton>
        </div>
      </PostForm>
    </FormCard>
  );
}

function What({ act, oldEmail, newEmail }: { act: LinkAct; oldEmail: string; newEmail: string }) {
  const [from, to] = [<Address key="from">{oldEmail}</Address>, <Address key="to">{newEmail}</Address>];
  if (act === "confirm") {
    return (
      <p className="break-words">
        The Millrace account of {from} changes its address to {to}. You then log in with the new address, and mails go
        there.
      </p>
    );
  }
  if (act === "stop") {
    return (
      <p className="break-words">
        Somebody asked to change your address {from} to {to}. If it was not you, stop it, then choose another password.
      </p>
    );
  }
  return (
    <p className="break-words">
      Your account gets {from} back instead of {to}. This ends all sessions and your password. It also removes every API
      key, command line login and two-factor setup added since the change was requested.
    </p>
  );
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold">{children}</strong>;
}
