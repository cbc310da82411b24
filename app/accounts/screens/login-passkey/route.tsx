import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { optionalUser } from "~/platform/http/access.server";
import { partyOf } from "~/platform/http/passkey-party.server";
import { redirectTarget } from "~/platform/http/redirect-target";
import { Banner } from "~/platform/ui/banner";
import { FormCard } from "~/platform/ui/form-card";
import { PasskeyLogin } from "~/platform/ui/passkey-login";
import { TextLink } from "~/platform/ui/text-link";
import { refusalIn, useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { logInByPasskeyForm } from "./log-in-by-passkey-form.server";

export const meta: MetaFunction = () => [{ title: "Log in with a passkey · Millrace" }];

/** Shows why a passkey was refused, and allows another try. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await optionalUser(args);
  if (viewer) throw redirect(redirectTarget(null, viewer.role));
  if (!partyOf(args)) throw redirect("/login");
  return { offered: true };
}

export async function action(args: ActionFunctionArgs) {
  return await logInByPasskeyForm(args);
}

export default function LoginPasskey() {
  useLoaderData<typeof loader>();
  const refusal = refusalIn(useKeptAnswer(useActionData<typeof action>()));
  const wanted = refusal?.lastResult.initialValue?.["redirectTo"];
  return (
    <FormCard title="Log in with a passkey">
      <div className="flex flex-col gap-4">
        {refusal ? (
          <div role="alert">
            <Banner tone="danger">{refusal.message}</Banner>
          </div>
        ) : null}
        <div className="noscript:hidden">
          <PasskeyLogin redirectTo={typeof wanted === "string" ? wanted : ""} />
        </div>
        <p className="text-sm text-muted">
          Your browser asks for your fingerprint, your face or your PIN. This needs JavaScript.{" "}
          <TextLink to="/login">Log in another way</TextLink>
        </p>
      </div>
    </FormCard>
  );
}
