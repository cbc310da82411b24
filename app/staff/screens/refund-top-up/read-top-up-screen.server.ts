import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { readAvailable } from "~/money/read-available.server";
import { type Cents, wholeCents, ZERO } from "~/money/units";
import { cardLabel } from "~/payments/card-label";
import {
  listTopUpRefunds,
  readRefundableTopUp,
  type RefundableTopUp,
  type TopUpRefund,
} from "~/payments/read-top-up-refunds.server";
import { takesCards } from "~/payments/stripe-client.server";
import { centsText, centsTyped } from "~/platform/cents-text";
import { epochSeconds } from "~/platform/epoch-seconds";
import { csvInstead, csvTable } from "~/platform/http/csv-instead.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { presentTime } from "~/platform/time.server";

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The top-up in the address; null if there is none. */
export function askedTopUp(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("id") ?? "";
  return GUID.test(id) ? id : null;
}

/** A top-up with its refunds and what can still go to its card; as a page or a file. */
export async function readTopUpScreen(args: RouteArgs, viewer: WithRights) {
  const id = askedTopUp(args.request);
  const [topUp, refunds] = id ? await Promise.all([readRefundableTopUp(id), listTopUpRefunds(id)]) : [null, []];
  await csvInstead(args, refundCsv(refunds));
  return {
    topUp: topUp && topUpView(topUp, await readSpare(topUp)),
    refunds: refunds.map(refundView),
    formKey: randomUUID(),
    mayGive: hasRight(viewer, "refunds.give"),
  };
}

export type RefundView = Awaited<ReturnType<typeof readTopUpScreen>>["refunds"][number];

async function readSpare({ tenantId }: RefundableTopUp): Promise<Cents> {
  const { availableUnits = ZERO } = (await readAvailable(db, [tenantId], presentTime())).get(tenantId) ?? {};
  const cents = wholeCents(availableUnits);
  return cents > 0n ? cents : (0n as Cents);
}

function topUpView(topUp: RefundableTopUp, spare: Cents) {
  const { number, tenantName, card, at, receivedCents, vatCents, refundedCents, orderedCents, leftCents } = topUp;
  // The balance has no VAT: what leaves it goes to the card with its share (B22).
  const withVat = (receivedCents === 0n ? spare : (spare * receivedCents) / (receivedCents - vatCents)) as Cents;
  const most = leftCents < withVat ? leftCents : withVat;
  return {
    number: number ?? "without a receipt",
    tenantName,
    card: card ? cardLabel(card) : "the card that paid",
    ts: epochSeconds(at),
    received: centsText(receivedCents),
    vat: vatCents > 0n ? centsText(vatCents) : null,
    refunded: centsText(refundedCents),
    ordered: orderedCents > 0n ? centsText(orderedCents) : null,
    left: centsText(leftCents),
    spare: centsText(spare),
    typed: centsTyped(most),
    may: takesCards() && most > 0n,
    why: whyNot(leftCents),
  };
}

function whyNot(leftCents: Cents): string {
  if (!takesCards()) return "Card payments are not set up here.";
  if (leftCents === 0n) return "Nothing of this top-up can be refunded to its card.";
  return "The balance is spent: give back the cost of a task first, or to the card from the task.";
}

function refundView({ at, cents, ...row }: TopUpRefund) {
  return { ...row, ts: epochSeconds(at), dollars: centsText(cents) };
}

function refundCsv(refunds: readonly TopUpRefund[]) {
  return {
    refunds: () =>
      csvTable(async () => refunds, {
        Time: ({ at }) => at,
        "Amount, $": ({ cents }) => centsTyped(cents),
        State: ({ state }) => state,
        By: ({ by }) => by ?? "",
        Reason: ({ reason }) => reason,
        Task: ({ taskName }) => taskName ?? "",
      }),
  };
}
