import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { offeredProviders } from "~/domain/accounts/identities/offered-providers.server";
import { optionalUser } from "~/http/access.server";
import { nextIn } from "~/http/redirect-target";
import { FormCard } from "~/ui/form-card";
import { pageMeta } from "~/ui/page-meta";
import { ProviderButtons } from "~/ui/provider-buttons";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { OrderKept } from "../order-kept";
import { registerByForm } from "./register-by-form.server";
import { RegisterForm } from "./register-form";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () =>
  pageMeta("Register · Millrace", "An account is free of charge; you pay by the second for what runs.");

export async function loader(args: LoaderFunctionArgs) {
  const next = nextIn(args.request);
  if (await optionalUser(args)) throw redirect(next ?? "/user");
  return { providers: offeredProviders(), next };
}

export async function action(args: ActionFunctionArgs) {
  return await registerByForm(args);
}

export default function Register() {
  const { providers, next } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <FormCard wide title="Register" lead="Free of charge. You pay per second for what runs, and nothing else.">
      <OrderKept next={next} />
      <RegisterForm answer={answer} next={next} />
      <ProviderButtons providers={providers} redirectTo={next ?? ""} registers />
    </FormCard>
  );
}
