import { snapshot } from "~/platform/db.server";
import { listTransactions } from "~/money/list-transactions.server";
import { readSpendBudget } from "~/money/inside/billing/budget/change-budget.server";
import { readShownMoney } from "~/money/read-balance.server";
import { readEnds } from "~/money/inside/billing/read-ends.server";
import { readSpend, type SpendDays } from "~/money/inside/billing/read-spend.server";
import { readAutoTopUp } from "~/payments/read-auto-top-up.server";
import { listOpenTopUps } from "~/payments/read-top-up.server";
import { waitsForCustomer } from "~/payments/top-up-state";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { listInvoices } from "~/payments/list-invoices.server";
import { shownBudget } from "../budget/shown-budget";
import type { OpenTopUp } from "./pending-top-ups";

/** The money data of Billing, from the database only: the screen never waits for the payment provider. */
export async function readBilling(asked: {
  /** Request arguments: parts of the screen fail independently. */
  args: RouteArgs;
  tenantId: number;
  userId: number;
  inTeam: boolean;
  days: SpendDays;
  now: Date;
}) {
  const { args, tenantId, userId, inTeam, days, now } = asked;
  const standing = snapshot(async (q) => {
    const { unposted, ...money } = await readShownMoney({ tenantId, now }, q);
    const spend = await readSpend({ tenantId, days, unposted, now }, q);
    return { ...money, spend, budget: shownBudget(await readSpendBudget({ tenantId, unposted, now }, q)) };
  });
  // Movements that cannot be read now are requested again by the script (A27).
  const [money, transactions, open, auto, invoices] = await Promise.all([
    partOrNull(args, "balance and spend", standing),
    partOrNull(args, "movements", listTransactions({ tenantId, now })),
    listOpenTopUps({ tenantId }),
    partOrNull(args, "automatic top-up", readAutoTopUp({ tenantId, now })),
    listInvoices({ tenantId }),
  ]);
  const taskIds = (transactions ?? []).filter(({ kind }) => kind === "task").map(({ id }) => id);
  const ends = await readEnds({ tenantId, taskIds, userId, inTeam });
  const topUps: OpenTopUp[] = open.map(({ topupId, cents, createdAt, state, way }) => ({
    topupId,
    cents: Number(cents),
    createdTs: Math.floor(createdAt.getTime() / 1000),
    waits: waitsForCustomer({ state, way }),
  }));
  const history = { transactions, ends, topUps, invoices };
  return { money, ...history, auto, days, atMs: now.getTime() };
}
