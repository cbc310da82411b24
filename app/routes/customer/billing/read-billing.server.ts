import { snapshot } from "~/db.server";
import { listTransactions, type TransactionRow } from "~/domain/billing/list-transactions.server";
import { readSpendBudget } from "~/domain/billing/budget/change-budget.server";
import { readShownMoney } from "~/domain/billing/read-balance.server";
import { readEnds } from "~/domain/billing/read-ends.server";
import { readSpend, type SpendDays } from "~/domain/billing/read-spend.server";
import { readAutoTopUp } from "~/domain/payments/auto-top-up/read-auto-top-up.server";
import { listOpenTopUps } from "~/domain/payments/read-top-up.server";
import { waitsForCustomer } from "~/domain/payments/top-up-state";
import { log } from "~/http/log.server";
import { listInvoices } from "~/domain/subscription/list-invoices.server";
import { shownBudget } from "../budget/shown-budget";
import type { OpenTopUp } from "./pending-top-ups";

/** What the billing screen shows of money that came and goes, from the database alone: nobody waits for the payment provider here. */
export async function readBilling(asked: {
  tenantId: number;
  userId: number;
  inTeam: boolean;
  days: SpendDays;
  now: Date;
}) {
  const { tenantId, userId, inTeam, days, now } = asked;
  const [{ money, spend, budget }, transactions, open, auto, invoices] = await Promise.all([
    snapshot(async (q) => {
      const { unposted, ...money } = await readShownMoney({ tenantId, now }, q);
      const spend = await readSpend({ tenantId, days, unposted, now }, q);
      return { money, spend, budget: await readSpendBudget({ tenantId, unposted, now }, q) };
    }),
    readTransactions({ tenantId, now }),
    listOpenTopUps({ tenantId }),
    readAutoTopUp({ tenantId, now }),
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
  return { ...money, ...history, auto, days, spend, budget: shownBudget(budget), atMs: now.getTime() };
}

/** Null when they cannot be read now: the rest of the screen is shown, and its script asks for them again (A27). */
async function readTransactions(given: { tenantId: number; now: Date }): Promise<TransactionRow[] | null> {
  return await listTransactions(given).catch((error: unknown) => {
    log.warn({ err: error }, "balance movements not read");
    return null;
  });
}
