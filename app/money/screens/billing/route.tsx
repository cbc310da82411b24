import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SPEND_DAYS } from "~/money/inside/billing/read-spend.server";
import { requireCustomer } from "~/platform/http/access.server";
import { useCards } from "~/platform/live/use-cards";
import { useTransactions } from "~/platform/live/use-transactions";
import { ButtonLink } from "~/platform/ui/button-link";
import { useMoney } from "~/platform/ui/money";
import { onOpening } from "~/platform/ui/late";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { Popup } from "~/platform/ui/popup";
import { Refused } from "~/platform/ui/refused";
import { Unread } from "~/platform/ui/unread";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { readAddFunds } from "~/payments/views/read-add-funds.server";
import { AutoTopUpPanel } from "~/payments/views/auto-top-up-panel";
import { presentTime } from "~/platform/time.server";
import { changeBilling } from "./billing-action.server";
import { BudgetPanel } from "./budget-panel";
import { CardTable } from "./card-table";
import { CouponBox } from "./coupon-box";
import { History } from "./history";
import { LowBalance } from "./low-balance";
import { PendingTopUps } from "./pending-top-ups";
import { readBilling } from "./read-billing.server";
import { SpendPanel } from "./spend-panel";
import { sumOf, useSpentSince } from "./spent-since";
import { Standing } from "./standing";
import { useFreshMoney } from "./use-fresh-money";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Billing · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, userId, inTeam, name } = await requireCustomer(args, "billing");
  const now = presentTime();
  const asked = new URL(args.request.url).searchParams.get("days");
  const days = SPEND_DAYS.find((one) => String(one) === asked) ?? SPEND_DAYS[0];
  const [billing, funds] = await Promise.all([
    readBilling({ args, tenantId, userId, inTeam, days, now }),
    readAddFunds({ tenantId, name, now }),
  ]);
  return { ...billing, cards: funds.cards, funds };
}

export async function action(args: ActionFunctionArgs) {
  return await changeBilling(args, await requireCustomer(args, "billing"));
}

/** Loaded on demand: most visitors open neither popup. */
const POPUPS = onOpening(() => import("./popups"));

export default function Billing() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const money = useMoney();
  const transactions = useTransactions(loaded.transactions, loaded.atMs);
  const read = loaded.money;
  useFreshMoney(money?.balance ?? null, read?.balance ?? null);
  const cards = useCards(loaded.cards, loaded.atMs);
  const since = useSpentSince(read?.balance ?? null);
  const spentCents = read ? read.budget.spentCents + sumOf(since) : null;
  return (
    <Page
      title="Billing"
      actions={
        <>
          <ButtonLink look="quiet" to="/billing">
            Refresh
          </ButtonLink>
          <Popup button="Add Funds" title="Add funds" look="primary" loading={POPUPS.loading}>
            <POPUPS.Part funds={loaded.funds} adds="funds" />
          </Popup>
        </>
      }
    >
      <Refused answer={answer} />
      <LowBalance />
      {money ? <Standing spentCents={spentCents} /> : <Unread what="Your balance" />}
      <PendingTopUps topUps={loaded.topUps} />
      {read ? (
        <SpendPanel spend={read.spend} days={loaded.days} since={since} />
      ) : (
        <Panel title="Spend">
          <Unread what="Your spend" />
        </Panel>
      )}
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel
            title="Payment methods"
            padded={false}
            actions={
              <Popup button="Add Credit Card" title="Add credit card" size="small" loading={POPUPS.loading}>
                <POPUPS.Part funds={loaded.funds} adds="card" />
              </Popup>
            }
          >
            <CardTable cards={cards} />
          </Panel>
          <CouponBox answer={answer} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {read && spentCents !== null ? (
            <BudgetPanel budget={read.budget} spentCents={spentCents} />
          ) : (
            <Panel title="Budget">
              <Unread what="Your budget" />
            </Panel>
          )}
          {loaded.auto ? (
            <AutoTopUpPanel auto={loaded.auto} />
          ) : (
            <Panel title="Automatic top-up">
              <Unread what="Automatic top-up" />
            </Panel>
          )}
        </div>
      </div>
      <History {...transactions} ends={loaded.ends} invoices={loaded.invoices} />
    </Page>
  );
}
