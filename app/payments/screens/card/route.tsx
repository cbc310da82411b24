import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { providerKind } from "~/payments/stripe-client.server";
import { env } from "~/platform/env.server";
import { keepFlash } from "~/accounts/flash.server";
import { requireCustomer } from "~/platform/http/access.server";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { keepReturnedCard, saveCard } from "./card.server";
import { useScripted } from "~/platform/ui/use-scripted";
import { CardElementForm } from "./card-element-form";
import { HostedCardForm, type HostedCardFormProps } from "~/payments/views/hosted-card-form";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Add credit card · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "card");
  const query = new URL(args.request.url).searchParams;
  const came = { session: query.get("session"), setupIntent: query.get("setup_intent") };
  const kept = await keepReturnedCard(came, viewer);
  if (kept.message !== "") {
    const { sessionId } = viewer;
    await keepFlash({ sessionId, flash: { retcode: "OK", message: kept.message, path: "/billing" } });
    throw redirect("/billing");
  }
  return {
    provider: providerKind(),
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
    holder: viewer.name,
    error: kept.error,
  };
}

export async function action(args: ActionFunctionArgs) {
  return await saveCard(args, await requireCustomer(args, "card"));
}

export default function AddCard() {
  const { provider, publishableKey, holder, error } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page
      title="Add credit card"
      back={{ to: "/billing", label: "Billing" }}
      lead="Our payment provider keeps the card; its number never reaches us."
    >
      <Refused answer={answer} />
      <Panel className="max-w-xl">
        <CardForm provider={provider} publishableKey={publishableKey} holder={holder} error={error} />
      </Panel>
    </Page>
  );
}

interface CardFormProps extends HostedCardFormProps {
  /** Key with which the provider's script asks for the card here; null if its page does. */
  publishableKey: string | null;
  holder: string;
}

/** A card entered in the provider's field on this page, or on the provider's page, which needs no script. */
function CardForm({ provider, publishableKey, holder, error }: CardFormProps) {
  const scripted = useScripted();
  const hosted = <HostedCardForm provider={provider} error={error} />;
  if (provider !== "stripe" || publishableKey === null || !scripted) return hosted;
  return <CardElementForm publishableKey={publishableKey} holder={holder} fallback={hosted} />;
}
