import { listTransactions } from "~/domain/billing/list-transactions.server";
import { readBalance } from "~/domain/billing/read-balance.server";
import { readAutoTopUp } from "~/domain/payments/auto-top-up/read-auto-top-up.server";
import { isExpired } from "~/domain/payments/card-label";
import { listCards } from "~/domain/payments/list-cards.server";
import { listOpenTopUps } from "~/domain/payments/read-top-up.server";
import { listInvoices } from "~/domain/subscription/list-invoices.server";
import type { OpenTopUp } from "./pending-top-ups";

/** All that the billing screen shows, from the database alone: nobody waits for the payment provider here. */
export async function readBilling({ tenantId, now }: { tenantId: number; now: Date }) {
  const [money, transactions, cards, open, auto, invoices] = await Promise.all([
    readBalance({ tenantId, now }),
    listTransactions({ tenantId, now }),
    listCards({ tenantId }),
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
  return {
    ...money,
    ...{ transactions, topUps, auto, invoices, atMs: now.getTime() },
    cards: cards.map((card) => ({ ...card, expired: isExpired(card, now) })),
  };
}
