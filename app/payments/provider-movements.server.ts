import type Stripe from "stripe";
import type { Cents } from "~/money/units";
import { idOf, rowIdOf } from "./inside/provider/id-of";
import { ask } from "./stripe-client.server";
import { eventOf, type ProviderEvent } from "./provider-webhook.server";

/** A movement of money at the provider, from its balance. */
export interface Movement {
  movementId: string;
  /** The provider's type. */
  type: string;
  /** Charge, refund or dispute behind the movement; empty without one. */
  sourceId: string;
  /** The charged, refunded or disputed payment. */
  paymentIntentId: string | null;
  /** The top-up named by a charge. */
  topupId: string | null;
  currency: string;
  /** Gross, positive to us. */
  cents: Cents;
  feeCents: Cents;
  at: Date;
}

const PAGE = 100;

/** Lists all movements since a given time, page by page, newest first. */
export async function* listMovements(since: Date): AsyncGenerator<Movement[]> {
  const pages = pagesOf((after) =>
    ask((stripe) => stripe.balanceTransactions.list({ ...range(since, after), expand: ["data.source"] })),
  );
  for await (const rows of pages) yield rows.map(movementOf);
}

/** Lists all events since a given time, delivered or not, page by page, newest first. */
export async function* listEvents(since: Date): AsyncGenerator<ProviderEvent[]> {
  for await (const rows of pagesOf((after) => ask((stripe) => stripe.events.list(range(since, after)))))
    yield rows.map(eventOf);
}

interface List<Row> {
  object: "list";
  data: Row[];
  has_more: boolean;
}

async function* pagesOf<Row extends { id: string }>(
  read: (after: string | undefined) => Promise<List<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  for (;;) {
    const { data, has_more: more } = await read(after);
    yield data;
    after = data.at(-1)?.id;
    if (!more || !after) return;
  }
}

function range(since: Date, after: string | undefined) {
  return {
    created: { gte: Math.floor(since.getTime() / 1000) },
    limit: PAGE,
    ...(after ? { starting_after: after } : {}),
  };
}

function movementOf(row: Stripe.BalanceTransaction): Movement {
  const source = typeof row.source === "object" ? row.source : null;
  return {
    movementId: row.id,
    type: row.type,
    sourceId: idOf(row.source) ?? "",
    paymentIntentId: source && "payment_intent" in source ? idOf(source.payment_intent) : null,
    topupId: source?.object === "charge" ? rowIdOf(source.metadata, "topup") : null,
    currency: row.currency,
    cents: BigInt(row.amount) as Cents,
    feeCents: BigInt(row.fee) as Cents,
    at: new Date(row.created * 1000),
  };
}
