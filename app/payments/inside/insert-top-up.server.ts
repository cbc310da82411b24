import { type Tx, transaction } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { touchBalances } from "~/money/touch-balances.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { readVat } from "../read-vat.server";
import { type Vat, vatKey, vatOn } from "../vat";
import { holdOwner } from "./hold-owner.server";
import { lineUp } from "./line-up.server";
import { lockTopUp, type TopUp } from "../lock-top-up.server";
import { TOPUP_DAY_CENTS } from "~/payments/top-up-limits";
import type { TopUpMethod } from "../top-up-state";

interface NewTopUp {
  topupId: string;
  tenantId: number;
  cents: Cents;
  way: TopUpMethod;
  pmId?: string | null;
  cardHolderName?: string;
  saveCard?: boolean;
  /** The VAT that the form showed (`vatKey`): another one is refused. */
  shownVat?: string | undefined;
  now: Date;
}

/**
 * Records a top-up before the provider is asked. A known id returns the same top-up, whatever the other fields contain
 * (6.5). Its VAT is that of this moment (B22). Refuses amounts over the daily limit (B10), another tenant's
 * id, and a suspended or closed owner.
 */
export async function insertTopUp(given: NewTopUp): Promise<TopUp> {
  return await transaction((tx) => insertTopUpIn(tx, given));
}

export async function insertTopUpIn(tx: Tx, given: NewTopUp): Promise<TopUp> {
  // Stops concurrent top-ups of a tenant from passing the limit together.
  await lineUp(tx, given.tenantId, "top-ups");
  const known = await lockTopUp(tx, given.topupId);
  if (known) {
    if (known.tenantId !== given.tenantId) throw new Refusal(M.notFound, { status: 404 });
    return known;
  }
  // An automatic one does not wait, since it holds its setting: the next run looks again.
  await holdOwner(tx, { ...given, waits: given.way !== "auto" });
  await requireRoom(tx, given);
  const vat = await readVat(given, tx);
  if (given.shownVat !== undefined && given.shownVat !== vatKey(vat)) throw new Refusal(M.vatChanged);
  await writeTopUp(tx, { ...given, vat, createdAt: given.now });
  await touchBalances(tx, [given.tenantId]);
  const made = await lockTopUp(tx, given.topupId);
  if (made?.tenantId !== given.tenantId) throw new Refusal(M.notFound, { status: 404 });
  return made;
}

/** Writes the row, unless there is one with its id. `vat` is null while VAT is off. */
export async function writeTopUp(tx: Tx, given: NewTopUp & { vat: Vat | null; createdAt: Date }): Promise<void> {
  const { vat } = given;
  await tx.query(
    `insert into top_up (topup_id, tenant_id, cents, vat_cents, vat_rate_bp, vat_country, vat_reason, way, pm_id,
       card_holder_name, save_card, created_at, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (topup_id) do nothing`,
    [
      ...[given.topupId, given.tenantId, given.cents, vat ? vatOn(given.cents, vat.rateBp) : 0n],
      ...[vat?.rateBp ?? 0, vat?.country ?? "", vat?.reason ?? ""],
      ...[given.way, given.pmId ?? null, given.cardHolderName ?? "", given.saveCard ?? false],
      ...[given.createdAt, given.now],
    ],
  );
}

async function requireRoom(tx: Tx, { tenantId, cents, now }: NewTopUp): Promise<void> {
  const [day] = await tx.query<{ cents: bigint }>(
    `select coalesce(sum(cents), 0)::bigint as cents from top_up
     where tenant_id = $1 and state <> 'failed' and created_at >= date_trunc('day', $2::timestamptz, 'UTC')`,
    [tenantId, now],
  );
  if ((day?.cents ?? 0n) + cents <= TOPUP_DAY_CENTS) return;
  throw Refusal.ofField("amount", "You can add at most $20000 a day. Please try again tomorrow.");
}
