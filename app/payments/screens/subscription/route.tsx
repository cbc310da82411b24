import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepFlash } from "~/accounts/flash.server";
import { requireCustomer } from "~/platform/http/access.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { SandboxNote } from "../add-funds/sandbox-note";
import { changeSubscription } from "./change-subscription.server";
import { ChargesPanel } from "./charges-panel";
import { comeBack } from "./come-back.server";
import { InvoiceTable } from "~/payments/views/invoice-table";
import { presentTime } from "~/platform/time.server";
import { MethodPanel } from "./method-panel";
import { PlansPanel, QuestionsPanel } from "./plans-panel";
import { readScreen } from "./read-screen.server";
import { StandingPanel, StateBanner } from "./switch-panel";
import { useNotified } from "~/platform/live/use-notified";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Subscription · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireCustomer(args, "subscription");
  const now = presentTime();
  if (viewer.atHome && new URL(args.request.url).searchParams.has("return")) {
    const runs = await comeBack({ tenantId: viewer.tenantId, now });
    const flash = { retcode: "OK", message: "Subscription enabled.", path: "/subscription" } as const;
    if (runs) await keepFlash({ sessionId: viewer.sessionId, flash });
    throw redirect("/subscription");
  }
  return await readScreen(viewer, now);
}

export async function action(args: ActionFunctionArgs) {
  return await changeSubscription(args);
}

export default function Subscription() {
  const screen = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  useNotified("/subscription");
  return (
    <Page
      title="Subscription"
      lead="For users of the coding assistant: PRO adds coins each month. Renting GPUs needs no subscription."
      actions={<ButtonLink to="/subscription">Refresh</ButtonLink>}
    >
      {answer?.intent === "subscribe" && screen.terms ? null : <Refused answer={answer} />}
      <StateBanner screen={screen} />
      <StandingPanel screen={screen} answer={answer} />
      {screen.provider === "none" ? <Panel>Card payments are not set up here. Please contact support.</Panel> : null}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PlansPanel screen={screen} />
        <QuestionsPanel plusVat={screen.plusVat} />
      </div>
      <MethodPanel screen={screen} answer={answer} />
      {screen.charges && screen.enabled ? <ChargesPanel /> : null}
      <Panel title="Recurring Payment Invoices" padded={false}>
        <InvoiceTable invoices={screen.invoices} />
      </Panel>
      {screen.provider === "sandbox" ? <SandboxNote /> : null}
    </Page>
  );
}
