import { z } from "zod";
import { readBudgetSettings } from "~/domain/billing/budget/budget";
import { setSpendBudget } from "~/domain/billing/budget/change-budget.server";
import type { Viewer } from "~/http/access.server";
import { formAction, onForm } from "~/http/form.server";
import type { RouteArgs } from "~/http/request-facts.server";

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
