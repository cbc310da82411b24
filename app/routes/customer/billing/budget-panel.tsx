import type { ShownBudget } from "../budget/shown-budget";
import { ButtonLink } from "~/ui/button-link";
import { formatCents } from "~/ui/format";
import { Panel } from "~/ui/panel";
import { BudgetMeter } from "../budget/budget-meter";

/** The month's budget and the alert in short, for the billing screen. */
export function BudgetPanel({ budget }: { budget: ShownBudget }) {
  const { cents, spentCents, belowCents } = budget;
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
            {formatCents(spentCents)} spent this month. Set a budget and be told by mail when a part of it is spent, or
            when your balance falls below an amount.
          </p>
        ) : (
          <BudgetMeter spentCents={spentCents} cents={cents} toldAt={budget.toldAt} />
        )}
        {belowCents === null ? null : (
          <p className="text-muted">You are told when your balance falls below {formatCents(belowCents)}.</p>
        )}
      </div>
    </Panel>
  );
}
