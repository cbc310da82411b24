import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LINK_ENDED } from "~/accounts/inside/account-texts";
import { findEmailChangeLink } from "~/accounts/inside/email-change/links.server";
import type { LinkAct } from "~/accounts/inside/email-change/states";
import { ButtonLink } from "~/platform/ui/button-link";
import { FormCard } from "~/platform/ui/form-card";
import { PostForm } from "~/platform/ui/post-form";
import { Refused } from "~/platform/ui/refused";
import { SubmitButton } from "~/platform/ui/submit-button";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { pressLink } from "./press-link.server";

export const meta: MetaFunction = () => [{ title: "Email change · Millrace" }];

export async function loader({ params }: LoaderFunctionArgs) {
  return { link: await findEmailChangeLink({ token: params["token"] ?? "", now: presentTime() }) };
}

export async function action(args: ActionFunctionArgs) {
  return await pressLink(args, args.params["token"] ?? "");
}

const TITLES: Record<LinkAct, string> = {
  confirm: "Confirm your new address",
  stop: "Stop the email change",
  revert: "Revert the change",
};

/** A page with a button, because mail scanners open every link. */
export default function EmailChange() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (link === null) {
    return (
      <FormCard title="Email change">
        <p>{LINK_ENDED}</p>
        <p className="mt-2 text-sm text-muted">
          Links sent to a new address work once, for 24 hours. Links sent to the former address work for 7 days after
          the change.
        </p>
        <ButtonLink to="/user/email" look="primary" className="mt-4 w-full">
          Change your email
        </ButtonLink>
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
        <SubmitButton intent={intent} look={act === "confirm" ? "primary" : "danger"}>
          {act === "confirm" ? "Confirm" : act === "stop" ? "Stop the Change" : "Revert the Change"}
        </SubmitButton>
      </PostForm>
    </FormCard>
  );
}

function What({ act, oldEmail, newEmail }: { act: LinkAct; oldEmail: string; newEmail: string }) {
  const [from, to] = [<Address key="from">{oldEmail}</Address>, <Address key="to">{newEmail}</Address>];
  if (act === "confirm") {
    return (
      <p className="break-words">
        {to} replaces {from} as the address of the Millrace account. You log in with it, and emails go there.
      </p>
    );
  }
  if (act === "stop") {
    return (
      <p className="break-words">
        Somebody asked to change your address {from} to {to}. If it was not you, stop the change, then choose another
        password.
      </p>
    );
  }
  return (
    <p className="break-words">
      Your account gets {from} back in place of {to}. All sessions end, and the password stops working. So do API keys,
      command-line logins and two-factor that were set up since the change was requested.
    </p>
  );
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold">{children}</strong>;
}
