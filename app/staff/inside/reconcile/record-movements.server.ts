import { db, type Queryable, transaction } from "~/platform/db.server";
import { listMovements, type Movement } from "~/payments/provider-movements.server";
import { concernOf, ledgerKeyOf } from "./movement-concern";

const DAY_MS = 24 * 3_600_000;
/** Rereads recent days: the provider may still add to them. */
const OVERLAP_MS = 2 * DAY_MS;

/**
 * Stores movements at the provider since shortly before the last complete reading, each once. The first reading begins
 * before the first customer was created there.
 * @returns how many movements were read, and how many were new.
 */
export async function recordMovements({ now }: { now: Date }): Promise<{ read: number; added: number }> {
  const read: Movement[] = [];
  for await (const rows of listMovements(await readSince(now))) read.push(...rows);
  // Oldest first: a refund is recognized by its charge.
  const added = await transaction((tx) => insertMovements(tx, read.reverse(), now));
  return { read: read.length, added };
}

async function readSince(now: Date): Promise<Date> {
  const [row] = await db.query<{ since: Date | null }>(
    `select coalesce((select answered_at from reconcile_check where name = 'movements'),
       (select min(created_at) from payment_customer)) as since`,
  );
  return new Date((row?.since ?? now).getTime() - OVERLAP_MS);
}

async function insertMovements(tx: Queryable, movements: Movement[], now: Date): Promise<number> {
  const topUps = await findTopUpPayments(tx, movements);
  const rows = movements.map((movement) => {
    const concern = concernOf(movement, (id) => topUps.has(id));
    return { ...movement, concern, ledgerKey: concern === "balance" ? ledgerKeyOf(movement) : null };
  });
  const added = await tx.query(
    `insert into provider_movement (movement_id, type, concern, source_id, ledger_key, currency, cents, fee_cents, at,
       payment_intent_id, recorded_at)
     select *, $now::timestamptz from unnest($ids::text[], $types::text[], $concerns::text[], $sources::text[],
       $ledgerKeys::text[], $currencies::text[], $cents::bigint[], $feeCents::bigint[], $times::timestamptz[], $payments::text[])
     on conflict (movement_id) do nothing returning 1`,
    {
      ids: rows.map((row) => row.movementId),
      types: rows.map((row) => row.type),
      concerns: rows.map((row) => row.concern),
      sources: rows.map((row) => row.sourceId),
      ledgerKeys: rows.map((row) => row.ledgerKey),
      currencies: rows.map((row) => row.currency),
      cents: rows.map((row) => row.cents),
      feeCents: rows.map((row) => row.feeCents),
      times: rows.map((row) => row.at),
      payments: rows.map((row) => row.paymentIntentId),
      now,
    },
  );
  return added.length;
}

/** Finds the top-ups among these payments: they name one, one names them, or they were recognized before. */
async function findTopUpPayments(tx: Queryable, movements: Movement[]): Promise<ReadonlySet<string>> {
  const ids = movements.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  const known = await tx.query<{ id: string }>(
    `select payment_intent_id as id from top_up where payment_intent_id = any($1::text[])
     union select substr(ledger_key, 8) from provider_movement
       where ledger_key in (select 'stripe:' || id from unnest($1::text[]) id)`,
    [ids],
  );
  const named = movements.flatMap(({ topupId, paymentIntentId }) => (topupId ? (paymentIntentId ?? []) : []));
  return new Set([...known.map((row) => row.id), ...named]);
}
