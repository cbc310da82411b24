import { z } from "zod";
import { M } from "~/usage/messages";
import { coinsOfMillions } from "~/usage/inside/budgets/budget";
import { removeBudget, setBudget } from "~/usage/usage-budget.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const Budget = z.object({
  millions: z
    .string()
    .default("")
    .transform((typed, context) => {
      const coins = coinsOfMillions(typed);
      if (coins !== null) return coins;
      context.addIssue({ code: "custom", message: M.budgetRequired });
      return z.NEVER;
    }),
  hard: z.literal("1").optional(),
});

/** The forms of a tenant's budget in coins. */
export async function changeBudget(args: RouteArgs, { tenantId }: Viewer) {
  return await formAction(args, {
    "set-budget": onForm(Budget, async ({ millions, hard }, { now }) => {
      await setBudget({ tenantId, coins: millions, hard: hard === "1", now });
      return { notice: "Budget saved." };
    }),
    "remove-budget": onForm(z.object({}), async () => {
      await removeBudget({ tenantId });
      return { notice: "Budget removed." };
    }),
  });
}
