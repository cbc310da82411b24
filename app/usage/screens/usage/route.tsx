import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { askedUsageDays } from "~/usage/usage-days";
import { readOwnUsage } from "~/usage/inside/figures/read-own-usage.server";
import { requireCustomer } from "~/platform/http/access.server";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { Page } from "~/platform/ui/page";
import { Panel } from "~/platform/ui/panel";
import { RangeFilter } from "~/platform/ui/range-filter";
import { Refused } from "~/platform/ui/refused";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { CutDays } from "~/platform/ui/cut-days";
import { USAGE_DAYS_MAX } from "~/usage/usage-days";
import { presentTime } from "~/platform/time.server";
import { BudgetPanel } from "./budget-panel";
import { changeBudget } from "./change-budget.server";
import { UsageFigures } from "./usage-figures";
import { CoinsPerDay, ModelTable } from "./usage-tables";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Usage · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "usage");
  const now = presentTime();
  const { asked, days, cut } = askedUsageDays(new URL(args.request.url).searchParams, now);
  const usage = await readOwnUsage({ tenantId, days, now });
  await csvInstead(args, {
    models: () =>
      csvTable(() => Promise.resolve(usage.models), {
        Model: ({ model }) => model,
        Calls: ({ calls }) => calls,
        "Failed events": ({ failed }) => failed,
        Tokens: ({ tokens }) => tokens,
        Coins: ({ coins }) => coins,
      }),
    days: () =>
      csvTable(() => Promise.resolve(usage.days), {
        Day: ({ day }) => day,
        Calls: ({ calls }) => calls,
        Tokens: ({ tokens }) => tokens,
        Coins: ({ coins }) => coins,
      }),
  });
  return { asked, days, cut, usage };
}

export async function action(args: ActionFunctionArgs) {
  return await changeBudget(args, await requireCustomer(args, "usage"));
}

export default function Usage() {
  const { asked, days, cut, usage } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page
      title="Usage"
      lead="What your coding assistant used. Coins pay for calls of its models, by their tokens; GPUs are paid from your balance."
      actions={<ButtonLink to="/subscription">Subscription</ButtonLink>}
    >
      <Refused answer={answer} />
      <UsageFigures usage={usage} />
      <RangeFilter asked={asked} />
      {cut ? <CutDays days={days} most={USAGE_DAYS_MAX} /> : null}
      <CoinsPerDay usage={usage} />
      <ModelTable usage={usage} />
      <BudgetPanel key={JSON.stringify(usage.budget)} usage={usage} answer={answer} />
      <Panel title="From your own tools">
        <p className="text-sm text-muted">
          The same figures by day and model are at <code>GET /users/metering/{"{email}"}</code>, with your API key. A
          gateway can ask before each call whether enough coins are left: <code>POST /v1/usage/holds</code>.
        </p>
      </Panel>
    </Page>
  );
}
