import { listTransactions } from "~/domain/billing/list-transactions.server";
import { readBalance } from "~/domain/billing/read-balance.server";
import { readAutoTopUp } from "~/domain/payments/auto-top-up/read-auto-top-up.server";
import { listOpenTopUps } from "~/domain/payments/read-top-up.server";
import { listInvoices } from "~/domain/subscription/list-invoices.server";
import type { OpenTopUp } from "./pending-top-ups";

/** What the billing screen shows of money that came and goes, from the database alone: nobody waits for the payment provider here. */
export async function readBilling({ tenantId, now }: { tenantId: number; now: Date }) {
  const [money, transactions, open, auto, invoices] = await Promise.all([
    readBalance({ tenantId, now }),
    listTransactions({ tenantId, now }),
    listOpenTopUps({ tenantId }),
    readAutoTopUp({ tenantId, now }),
    listInvoices({ tenantId }),
  ]);
  const topUps: OpenTopUp[] = open.map(({ topupId, cents, createdAt, state, way }) => ({
    topupId,
    cents: Number(cents),
    createdTs: Math.floor(createdAt.getTime() / 1000),
    waits: state === "requires_action" || (state === "created" && way === "new_card"),
  }));
  return { ...money, transactions, topUps, auto, invoices, atMs: now.getTime() };
}
