import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listTransactions } from "~/domain/billing/list-transactions.server";
import { readBalance } from "~/domain/billing/read-balance.server";
import { timeLeft } from "~/domain/billing/time-left";
import { requireCustomer } from "~/http/access.server";
import { formAction } from "~/http/form.server";
import { useBalance } from "~/live/use-balance";
import { useTransactions } from "~/live/use-transactions";
import { ButtonLink } from "~/ui/button-link";
import { formatCents, formatDollars } from "~/ui/format";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Stale } from "~/ui/stale";
import { Stat, StatRow } from "~/ui/stat";
import { useKeptAnswer } from "~/ui/use-kept-answer";
import { CouponBox } from "./coupon-box";
import { applyCoupon } from "./coupon.server";
import { LowBalance } from "./low-balance";
import { Movements } from "./movements";

export { headers } from "~/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Billing · Millrace" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenantId, tenantName } = await requireCustomer(request);
  const now = new Date();
  const [money, transactions] = await Promise.all([
    readBalance({ tenantId, now }),
    listTransactions({ tenantId, now }),
  ]);
  return { account: tenantName, ...money, transactions, atMs: now.getTime() };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireCustomer(request);
  return await formAction(request, { "apply-coupon": applyCoupon(viewer) });
}

export default function Billing() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  const { balance, ageSeconds } = useBalance(loaded.account, loaded);
  const transactions = useTransactions(loaded.transactions, loaded.atMs);
  return (
    <Page title="Billing" actions={<ButtonLink to="/billing">Refresh</ButtonLink>}>
      <LowBalance balance={balance} />
      <StatRow>
        <Stat
          label="Balance"
          value={formatDollars(balance.dollars_est)}
          note={<Stale ageSeconds={ageSeconds} />}
        />
        {balance.ongoing_pph > 0 ? (
          <Stat label="Expenses per hour" value={formatCents(balance.ongoing_pph)} />
        ) : null}
        {balance.seconds_left === null ? null : (
          <Stat label="Lasts for" value={timeLeft(balance.seconds_left)} />
        )}
      </StatRow>
      <CouponBox answer={answer} />
      {transactions.length > 0 ? (
        <Panel title="Balance Movements" padded={false}>
          <Movements transactions={transactions} />
        </Panel>
      ) : null}
    </Page>
  );
}
