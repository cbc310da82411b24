import { notifyOfBudgets as tell } from "~/domain/usage/budget.server";
import { log } from "../log";

/** Tells tenants whose month's coins reached a share of their budget. */
export async function notifyOfBudgets(): Promise<void> {
  const told = await tell({ now: new Date() });
  if (told > 0) log.info({ told }, "tenants were told how much of their coin budget is spent");
}
