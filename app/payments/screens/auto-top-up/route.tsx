import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readAutoTopUp } from "~/payments/read-auto-top-up.server";
import { readVat } from "~/payments/read-vat.server";
import { vatLabel, vatSentence } from "~/payments/vat";
import { takesCards } from "~/payments/stripe-client.server";
import { COUNTRY_LIST } from "~/platform/countries.server";
import { lacksCountry } from "~/accounts/settle-country.server";
import { Unread } from "~/platform/ui/unread";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { requireCustomer } from "~/platform/http/access.server";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { changeAutoTopUp } from "./auto-top-up-action.server";
import { AutoTopUpForm } from "./auto-top-up-form";
import { StandingNote } from "./standing-note";
import { isOn, standingText } from "./standing-text";
import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import { cardExpiry, cardLabel } from "~/payments/card-label";
import { ButtonLink } from "~/platform/ui/button-link";
import { Facts } from "~/platform/ui/facts";
import { formatTyped } from "~/platform/ui/format";
import { presentTime } from "~/platform/time.server";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Automatic top-up · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "auto-top-up");
  const now = presentTime();
  const [auto, asksCountry, vat] = await Promise.all([
    partOrNull(args, "automatic top-up", readAutoTopUp({ tenantId, now })),
    lacksCountry({ tenantId }),
    readVat({ tenantId, now }),
  ]);
  return {
    auto,
    countries: asksCountry ? COUNTRY_LIST : null,
    takesCards: takesCards(),
    vat: vat && (vatSentence(vat.reason) || `${vatLabel(vat)} is charged on top.`),
  };
}

export async function action(args: ActionFunctionArgs) {
  return await changeAutoTopUp(args, await requireCustomer(args, "auto-top-up"));
}

export default function AutoTopUp() {
  const { auto, countries, takesCards, vat } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page
      title="Automatic top-up"
      back={{ to: "/billing", label: "Billing" }}
      lead="Adds funds from your default card when your balance falls below a threshold, so that your tasks keep running."
    >
      <Refused answer={answer} />
      {takesCards && auto ? (
        <Lead figure={standingText(auto).word}>
          {isOn(auto)
            ? `adds ${formatTyped(auto.settings.amount)} when your balance falls below ${formatTyped(auto.settings.threshold)}`
            : "your tasks stop when your balance is used up"}
        </Lead>
      ) : null}
      {takesCards ? (
        <Panel className="max-w-3xl" title="From your default card">
          {auto ? (
            <div className="flex flex-col gap-5">
              <StandingNote auto={auto} />
              <CardLine auto={auto} />
              {auto.card ? (
                <AutoTopUpForm key={JSON.stringify(auto.settings)} auto={auto} countries={countries} answer={answer} />
              ) : null}
            </div>
          ) : (
            <Unread what="Automatic top-up" />
          )}
        </Panel>
      ) : (
        <Panel className="max-w-3xl">Card payments are not set up here. Please contact support.</Panel>
      )}
      <p className="max-w-3xl text-sm text-muted">
        {vat ? `${vat} ` : null}
        Top-ups in progress count towards your balance and your cap, so you are never charged twice for the same need.
        After a declined charge it tries again in an hour, then in six. After three declines in a row it switches itself
        off and notifies you by email.
      </p>
    </Page>
  );
}

/** The card to charge and this month's charges; without a card, a link to add one. */
function CardLine({ auto: { card, monthText, settings } }: { auto: AutoTopUpShown }) {
  if (!card)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Save a card first. It is charged without asking you again, up to your monthly cap.</p>
        <ButtonLink look="primary" to="/billing/card">
          Add Credit Card
        </ButtonLink>
      </div>
    );
  return (
    <Facts
      facts={[
        { label: "Card", value: `${cardLabel(card)}, expires ${cardExpiry(card)}` },
        { label: "Added by", value: card.addedBy },
        { label: "This month", value: `${monthText} of ${formatTyped(settings.month_cap)}` },
      ]}
    />
  );
}
