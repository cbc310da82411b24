import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CHECK_INBOX } from "~/domain/accounts/account-texts";
import { offeredProviders } from "~/domain/accounts/identities/offered-providers.server";
import { optionalUser } from "~/http/access.server";
import { FormCard } from "~/ui/form-card";
import { ProviderButtons } from "~/ui/provider-buttons";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { InboxHint } from "../inbox-hint";
import { registerByForm } from "./register-by-form.server";
import { RegisterForm } from "./register-form";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () => [
  { title: "Register · Millrace" },
  { name: "description", content: "An account is free of charge; you pay by the second for what runs." },
];

export async function loader(args: LoaderFunctionArgs) {
  if (await optionalUser(args)) throw redirect("/user");
  return { sent: new URL(args.request.url).searchParams.has("sent"), providers: offeredProviders() };
}

export async function action(args: ActionFunctionArgs) {
  return await registerByForm(args);
}

export default function Register() {
  const { sent, providers } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  if (sent) {
    return (
      <FormCard title="One step left">
        <p>{CHECK_INBOX}</p>
        <InboxHint />
      </FormCard>
    );
  }
  return (
    <FormCard title="Register" lead="Free of charge. You pay per second for what runs, and nothing else.">
      <RegisterForm answer={answer} />
      <ProviderButtons providers={providers} registers />
    </FormCard>
  );
}
