import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { timeLeft } from "~/domain/billing/time-left";
import { SPEND_DAYS } from "~/domain/billing/read-spend.server";
import { requireCustomer } from "~/http/access.server";
import { useBalance } from "~/live/use-balance";
import { useCards } from "~/live/use-cards";
import { useTransactions } from "~/live/use-transactions";
import { ButtonLink } from "~/ui/button-link";
import { formatCents, formatDollars } from "~/ui/format";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Popup } from "~/ui/popup";
import { Refused } from "~/ui/refused";
import { Stale } from "~/ui/stale";
import { Stat, StatRow } from "~/ui/stat";
import { Time } from "~/ui/time";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { AddFundsForm } from "../add-funds/add-funds-form";
import { readAddFunds } from "../add-funds/read-add-funds.server";
import { AutoTopUpPanel } from "../auto-top-up/panel";
import { HostedCardForm } from "../card/hosted-card-form";
import { changeBilling } from "./billing-action.server";
import { BudgetPanel } from "./budget-panel";
import { CardTable } from "./card-table";
import { CouponBox } from "./coupon-box";
import { History } from "./history";
import { LowBalance } from "./low-balance";
import { PendingTopUps } from "./pending-top-ups";
import { readBilling } from "./read-billing.server";
import { SpendPanel } from "./spend-panel";
import { useFreshMoney } from "./use-fresh-money";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Billing · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, tenantName, name } = await requireCustomer(args, "billing");
  const now = new Date();
  const asked = new URL(args.request.url).searchParams.get("days");
  const days = SPEND_DAYS.find((one) => String(one) === asked) ?? SPEND_DAYS[0];
  const [billing, funds] = await Promise.all([
    readBilling({ tenantId, days, now }),
    readAddFunds({ tenantId, name, now }),
  ]);
  return { account: tenantName, ...billing, cards: funds.cards, funds };
}

export async function action(args: ActionFunctionArgs) {
  return await changeBilling(args, await requireCustomer(args, "billing"));
}

export default function Billing() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { balance, ageSeconds } = useBalance(loaded.account, loaded, "/billing/tenant");
  const transactions = useTransactions(loaded.transactions, loaded.atMs);
  useFreshMoney({ balance, transactions: transactions.rows }, loaded);
  const cards = useCards(loaded.cards, loaded.atMs);
  return (
    <Page
      title="Billing"
      actions={
        <>
          <ButtonLink to="/billing">Refresh</ButtonLink>
          <Popup button="Add Funds" title="Add funds" look="primary">
            <AddFundsForm data={loaded.funds} />
          </Popup>
        </>
      }
    >
      <Refused answer={answer} />
      <LowBalance balance={balance} />
      <StatRow>
        <Stat label="Balance" value={formatDollars(balance.dollars_est)} note={<Stale ageSeconds={ageSeconds} />} />
        {balance.dollars_pending > 0 ? <Stat label="Pending" value={formatDollars(balance.dollars_pending)} /> : null}
        {balance.ongoing_pph > 0 ? <Stat label="Expenses per hour" value={formatCents(balance.ongoing_pph)} /> : null}
        {balance.seconds_left === null ? null : (
          <Stat
            label="Lasts for"
            value={timeLeft(balance.seconds_left)}
            note={
              balance.ends_ts === null ? null : (
                <>
                  Until <Time epochSeconds={balance.ends_ts} />
                </>
              )
            }
          />
        )}
        <Stat label="Spent this month" value={formatCents(loaded.budget.spentCents)} note="On tasks, UTC" />
      </StatRow>
      <PendingTopUps topUps={loaded.topUps} />
      <SpendPanel spend={loaded.spend} days={loaded.days} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BudgetPanel budget={loaded.budget} />
        <AutoTopUpPanel auto={loaded.auto} />
      </div>
      <Panel
        title="Payment methods"
        padded={false}
        actions={
          <Popup button="Add Credit Card" title="Add credit card" size="small">
            <HostedCardForm provider={loaded.funds.provider} />
          </Popup>
        }
      >
        <CardTable cards={cards} />
      </Panel>
      <CouponBox answer={answer} />
      <History {...transactions} ends={loaded.ends} invoices={loaded.invoices} />
    </Page>
  );
}
