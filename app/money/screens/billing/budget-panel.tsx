import type { ShownBudget } from "../budget/shown-budget";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { BudgetMeter } from "../budget/budget-meter";

/** The month's budget and the alert for Billing, with spending since the page was loaded. */
export function BudgetPanel({ budget, spentCents }: { budget: ShownBudget; spentCents: number }) {
  const { cents, belowCents } = budget;
  return (
    <Panel
      title="Budget"
      actions={
        <ButtonLink size="small" to="/billing/budget">
          {cents === null && belowCents === null ? "Set up" : "Change"}
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {cents === null ? (
          <p className="text-muted">
            Get an email when part of a monthly budget is spent, or when your balance falls below an amount.
          </p>
        ) : (
          <BudgetMeter spentCents={spentCents} cents={cents} toldAt={budget.toldAt} />
        )}
        {belowCents === null ? null : (
          <p className="text-muted">You are notified when your balance falls below {formatCents(belowCents)}.</p>
        )}
      </div>
    </Panel>
  );
}
