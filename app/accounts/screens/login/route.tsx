import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offeredProviders } from "~/accounts/offered-providers.server";
import { optionalUser } from "~/platform/http/access.server";
import { partyOf } from "~/platform/http/passkey-party.server";
import { redirectTarget } from "~/platform/http/redirect-target";
import { classes } from "~/platform/ui/classes";
import { FormCard } from "~/platform/ui/form-card";
import { LoginForm } from "~/platform/ui/login-form";
import { PasskeyLogin } from "~/platform/ui/passkey-login";
import { ProviderButtons } from "~/platform/ui/provider-buttons";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { OrderKept } from "~/compute/views/order-kept";
import { logInByForm } from "./log-in-by-form.server";

export const meta: MetaFunction = () => [{ title: "Log in · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const wanted = new URL(args.request.url).searchParams.get("redirectTo");
  const viewer = await optionalUser(args);
  if (viewer) throw redirect(redirectTarget(wanted, viewer.role));
  return { redirectTo: wanted ?? "", providers: offeredProviders(), passkeys: partyOf(args) !== null };
}

export async function action(args: ActionFunctionArgs) {
  return await logInByForm(args);
}

export default function Login() {
  const { redirectTo, providers, passkeys } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const typed = answer?.lastResult.initialValue;
  return (
    <FormCard title="Log in">
      <OrderKept next={redirectTo} />
      {redirectTo === "/user/link" ? (
        <p role="note" className="mb-5 rounded-control bg-accent-soft px-4 py-2.5 text-sm">
          <span className="block font-medium">You have an account already</span>
          <span className="block text-muted">
            Log in with its password once. Then you are asked whether to link the two.
          </span>
        </p>
      ) : null}
      <LoginForm
        redirectTo={String(typed?.["redirectTo"] ?? redirectTo)}
        email={String(typed?.["email"] ?? "")}
        remember={typed?.["remember"] !== undefined}
        error={answer?.message}
      />
      <ProviderButtons providers={providers} redirectTo={redirectTo} />
      {passkeys ? (
        <div className={classes("noscript:hidden", providers.length > 0 ? "mt-3" : "mt-5 border-t pt-5")}>
          <PasskeyLogin redirectTo={redirectTo} />
        </div>
      ) : null}
    </FormCard>
  );
}
