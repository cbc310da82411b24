import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { env } from "~/platform/env.server";
import { offeredProviders } from "~/accounts/offered-providers.server";
import { optionalUser } from "~/platform/http/access.server";
import { nextIn } from "~/platform/http/redirect-target";
import { FormCard } from "~/platform/ui/form-card";
import { pageMeta } from "~/platform/ui/page-meta";
import { ProviderButtons } from "~/platform/ui/provider-buttons";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { OrderKept } from "~/compute/views/order-kept";
import { registerByForm } from "./register-by-form.server";
import { RegisterForm } from "./register-form";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () =>
  pageMeta("Register · Millrace", "An account is free of charge; you pay by the second for what runs.");

export async function loader(args: LoaderFunctionArgs) {
  const next = nextIn(args.request);
  if (await optionalUser(args)) throw redirect(next ?? "/user");
  return { providers: offeredProviders(), next, welcomeDollars: env.WELCOME_CREDIT_DOLLARS };
}

export async function action(args: ActionFunctionArgs) {
  return await registerByForm(args);
}

export default function Register() {
  const { providers, next, welcomeDollars } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <FormCard
      wide
      title="Register"
      lead={`Registering is free. You pay by the second for what runs, and nothing else.${
        welcomeDollars > 0
          ? ` Your first $${welcomeDollars} are on us, once you have confirmed your email address.`
          : ""
      }`}
    >
      <OrderKept next={next} />
      <RegisterForm answer={answer} next={next} />
      <ProviderButtons providers={providers} redirectTo={next ?? ""} registers />
    </FormCard>
  );
}
