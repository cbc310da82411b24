import type { Tx } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { BILLED_TO_NOW } from "~/money/read-billed-to.server";
import { type Posting, postTransactions } from "~/money/ledger.server";
import { readSeller } from "~/money/read-seller.server";
import { asUnits, type Cents, centsToUnits } from "~/money/units";
import { keepVatLine, vatLineOf } from "~/payments/inside/vat/vat-line.server";
import { nextReceiptNumber } from "~/payments/receipt-number.server";
import { vatOn } from "~/payments/vat";
import type { DemoTask, DemoTopUp } from "./business";

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const CODE = "WELCOME10";
const CODE_CENTS = 1000n;

/** Writes a card payment with the provider's reports of it, so that the books agree; a refused one moved nothing. */
export async function writeTopUp(tx: Tx, tenantId: number, topUp: DemoTopUp): Promise<void> {
  const { topupId, paymentIntentId, cents, at, refusal, vat = null } = topUp;
  const vatCents = vat && !refusal ? vatOn(BigInt(cents) as Cents, vat.rateBp) : (0n as Cents);
  const number = refusal === null ? await nextReceiptNumber(tx, at) : null;
  await tx.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, payment_intent_id, message, number, received_cents,
       created_at, asked_at, settled_at, billed_to, vat_cents, vat_rate_bp, vat_country, vat_reason, seller)
     select $1, $2, $3, 'saved_card', $4, $5, $6, $7, case when $7::text is null then 0 else $3::bigint + $9 end, $8, $8,
       case when $7::text is null then null else $8::timestamptz end, case when $7::text is not null then ${BILLED_TO_NOW} end,
       $9, $10, $11, $12, $13
     from tenant where id = $2`,
    [
      ...[topupId, tenantId, cents, number ? "settled" : "failed", paymentIntentId, refusal ?? "", number, at],
      ...[vatCents, vat?.rateBp ?? 0, vat?.country ?? "", vat?.reason ?? ""],
      vat && JSON.stringify(await readSeller(tx)),
    ],
  );
  if (!number) return;
  const key = `stripe:${paymentIntentId}`;
  await tx.query(
    `insert into provider_movement (movement_id, type, concern, source_id, payment_intent_id, ledger_key, currency, cents,
       fee_cents, at, recorded_at) values ($1, 'charge', 'balance', $1, $2, $3, 'usd', $4, 0, $5, $5)`,
    [paymentIntentId.replace("pi_", "txn_"), paymentIntentId, key, BigInt(cents) + vatCents, at],
  );
  const description = `Top-up ${number}`;
  const units = centsToUnits(BigInt(cents));
  const credit = { tenantId, units, vat: centsToUnits(vatCents), key, description, now: at };
  await addCredit(tx, { ...credit, from: "provider", kind: "topup" });
  const line = { ...vatLineOf({ tenantId, number, vat }), key: `topup:${topupId}`, netCents: BigInt(cents) as Cents };
  await keepVatLine(tx, { ...line, vatCents, now: at });
}

/** Writes a use of the welcome code, with its result, as redeeming does. */
export async function writeRedemption(tx: Tx, who: { tenantId: number; userId: number; at: Date }): Promise<void> {
  const { tenantId, userId, at } = who;
  const units = centsToUnits(CODE_CENTS);
  await tx.query(
    `insert into promo_redemption (code, tenant_id, user_id, at, given_units) values ($1, $2, $3, $4, $5)`,
    [CODE, tenantId, userId, at, units],
  );
  await tx.query(`update promo_code set times_redeemed = times_redeemed + 1 where code = $1`, [CODE]);
  const credit = { tenantId, units, description: `Code ${CODE}`, now: at };
  await addCredit(tx, { ...credit, from: "promo", kind: "coupon", key: `code:${CODE}:${tenantId}` });
}

/** Writes the charges of tasks, hour by hour. Whole hours cost whole cents, so no rest is returned (B4). */
export async function writeCharges(tx: Tx, tenantId: number, tasks: DemoTask[]): Promise<void> {
  const charges = tasks.flatMap(({ resvGuid, pph, startedAt, hours, gap }) =>
    Array.from({ length: hours }, (_, hour) => {
      const freeMs = gap && hour >= gap.afterHours ? gap.minutes * MINUTE_MS : 0;
      const from = new Date(startedAt.getTime() + hour * HOUR_MS + freeMs);
      const to = new Date(from.getTime() + HOUR_MS);
      return {
        resvGuid,
        from,
        to,
        units: asUnits(BigInt(pph) * 3600n),
        key: `charge:${resvGuid}:${from.getTime() / 1000}`,
      };
    }),
  );
  if (charges.length === 0) return;
  const postings = charges.map(({ resvGuid, to, units, key }): Posting => ({
    ...{ key, kind: "task", tenantId, resvGuid, description: "", at: to },
    entries: [
      { account: "customer", units: asUnits(-units) },
      { account: "revenue", units },
    ],
  }));
  await postTransactions(tx, postings);
  await tx.query(
    `insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id)
     select charge.resv_guid, charge.from_ts, charge.to_ts, charge.units, posted.id
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::text[])
       as charge(resv_guid, from_ts, to_ts, units, key)
     join ledger_transaction posted on posted.key = charge.key`,
    [
      charges.map(({ resvGuid }) => resvGuid),
      charges.map(({ from }) => from),
      charges.map(({ to }) => to),
      charges.map(({ units }) => units),
      charges.map(({ key }) => key),
    ],
  );
}
