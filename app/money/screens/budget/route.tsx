import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { snapshot } from "~/platform/db.server";
import { readSpendBudget } from "~/money/inside/billing/budget/change-budget.server";
import { readShownMoney } from "~/money/read-balance.server";
import { Unread } from "~/platform/ui/unread";
import { partOrNull } from "~/platform/http/part-or-null.server";
import { requireCustomer } from "~/platform/http/access.server";
import { formatCents } from "~/platform/ui/format";
import { Lead } from "~/platform/ui/lead";
import { Page } from "~/platform/ui/page";
import { Refused } from "~/platform/ui/refused";
import { TextLink } from "~/platform/ui/text-link";
import { useKeptAnswer } from "~/platform/ui/use-kept-answer";
import { presentTime } from "~/platform/time.server";
import { BudgetForm } from "./budget-form";
import { changeBudget } from "./change-budget.server";
import { shownBudget } from "./shown-budget";

export { headers } from "~/platform/http/action-headers";

export const meta: MetaFunction = () => [{ title: "Budget · Millrace" }];

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = await requireCustomer(args, "budget");
  const now = presentTime();
  const standing = snapshot(async (q) => {
    const { unposted } = await readShownMoney({ tenantId, now }, q);
    return shownBudget(await readSpendBudget({ tenantId, unposted, now }, q));
  });
  return { budget: await partOrNull(args, "budget", standing) };
}

export async function action(args: ActionFunctionArgs) {
  return await changeBudget(args, await requireCustomer(args, "budget"));
}

export default function Budget() {
  const { budget } = useLoaderData<typeof loader>();
  const answer = useKeptAnswer(useActionData<typeof action>());
  return (
    <Page
      title="Budget"
      back={{ to: "/billing", label: "Billing" }}
      lead={
        <>
          Get notified before your spending surprises you: by email, on the screen and by{" "}
          <TextLink to="/user/webhooks">webhook</TextLink>.
        </>
      }
    >
      <Refused answer={answer} />
      {budget ? (
        <Lead figure={formatCents(budget.spentCents)}>
          {budget.cents === null
            ? "spent on tasks this month (UTC), without a budget"
            : `spent on tasks this month (UTC), of a budget of ${formatCents(budget.cents)}`}
        </Lead>
      ) : null}
      {budget ? (
        <BudgetForm key={JSON.stringify(budget)} budget={budget} answer={answer} />
      ) : (
        <Unread what="Your budget" />
      )}
    </Page>
  );
}
