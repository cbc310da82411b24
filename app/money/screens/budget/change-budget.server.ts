import { z } from "zod";
import { readBudgetSettings } from "~/money/inside/billing/budget/budget";
import { setSpendBudget } from "~/money/inside/billing/budget/change-budget.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const text = z.string().default("");

const Budget = z.object({ budget: text, percents: text, below: text }).transform((typed, context) => {
  const { settings, fields } = readBudgetSettings(typed);
  for (const [field, message] of Object.entries(fields ?? {}))
    context.addIssue({ code: "custom", path: [field], message });
  return settings ?? z.NEVER;
});

/** The form of a tenant's budget and alert (B18). */
export async function changeBudget(args: RouteArgs, { tenantId }: Viewer) {
  return await formAction(args, {
    "set-budget": onForm(Budget, async (settings, { now }) => {
      await setSpendBudget({ tenantId, settings, now });
      return { notice: "Budget and alert saved." };
    }),
  });
}
