import type { BudgetStanding } from "~/money/inside/billing/budget/change-budget.server";
import { wholeCents } from "~/money/units";

/** A tenant's budget for screens; parts that are not set are null. */
export interface ShownBudget {
  cents: number | null;
  /** Percentages that notify the tenant. */
  toldAt: number[];
  belowCents: number | null;
  /** Spent on tasks this month (UTC). */
  spentCents: number;
}

export function shownBudget({ settings, spentUnits }: BudgetStanding): ShownBudget {
  const numberOf = (cents: bigint | null | undefined) => (cents === null || cents === undefined ? null : Number(cents));
  return {
    cents: numberOf(settings?.cents),
    toldAt: settings?.toldAt ?? [],
    belowCents: numberOf(settings?.belowCents),
    spentCents: Number(wholeCents(spentUnits)),
  };
}
