import { dayOf } from "~/platform/day-range";
import { db, transaction, type Tx } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { refuseWhileAddressMoves } from "~/platform/refuse-while-revertible.server";
import { writeAudit } from "~/platform/write-audit.server";
import { isInEu } from "~/payments/vat";

/** The seller, as an admin gives it (B22). */
export interface SellerSettings {
  name: string;
  /** Lines below the name. */
  address: string;
  country: string;
  vatNumber: string;
  chargesVat: boolean;
  /** Lines for invoices by bank transfer (B23). */
  bankDetails: string;
}

export interface VatRateRow {
  country: string;
  /** YYYY-MM-DD, UTC. */
  from: string;
  rateBp: number;
  by: string;
  state: "planned" | "present" | "past";
}

interface AdminAct {
  userId: number;
  requestId: string;
  now: Date;
}

const SELLER = `name, address, country, vat_number as "vatNumber", charges_vat as "chargesVat", bank_details as "bankDetails"`;

/** Reads the seller and the newest 500 rates. */
export async function readVatSettings({ now }: { now: Date }): Promise<{
  seller: SellerSettings;
  rates: VatRateRow[];
}> {
  const [[seller], rates] = await Promise.all([
    db.query<SellerSettings>(`select ${SELLER} from seller`),
    db.query<VatRateRow>(
      `select country, to_char(from_day, 'YYYY-MM-DD') as from, rate_bp as "rateBp", coalesce(u.email, u.name) as by,
         case when from_day > $1::date then 'planned'
           when from_day = max(from_day) filter (where from_day <= $1::date) over (partition by country) then 'present'
           else 'past' end as state
       from vat_rate join user_account u on u.id = set_by_id order by country, from_day desc limit 500`,
      [dayOf(now)],
    ),
  ]);
  if (!seller) throw new Error("there is no row of the seller");
  return { seller, rates };
}

/**
 * Sets the seller, and switches VAT on or off: it counts for payments from now on. Audited.
 * @throws Refusal M664, M665
 */
export async function setSeller({ userId, requestId, now, ...after }: SellerSettings & AdminAct): Promise<void> {
  const { name, address, country, vatNumber, chargesVat, bankDetails } = after;
  if (chargesVat && [name, address, country, vatNumber].includes("")) throw new Refusal(M.sellerForVat);
  await inTurn({ userId, now }, async (tx) => {
    const [before] = await tx.query<SellerSettings>(`select ${SELLER} from seller for update`);
    const [rate] = await tx.query(`select from vat_rate where country = $1 and from_day <= $2::date`, [
      country,
      dayOf(now),
    ]);
    if (chargesVat && !rate) throw Refusal.ofField("charges_vat", M.ownRateFirst);
    await tx.query(
      `update seller set name = $1, address = $2, country = $3, vat_number = $4, charges_vat = $5, bank_details = $6`,
      [...[name, address, country, vatNumber, chargesVat, bankDetails]],
    );
    await writeAudit({ userId, action: "vat.seller", target: "vat", before, after, requestId, now }, tx);
  });
}

/**
 * Sets the rate of a country from a day on, or corrects that day's. Payments that were made keep theirs. Audited.
 * @throws Refusal M661, M663
 */
export async function addVatRate(given: AdminAct & { country: string; from: string; rateBp: number }): Promise<void> {
  const { userId, requestId, now, country, from, rateBp } = given;
  if (from < dayOf(now)) throw Refusal.ofField("from", M.vatRateInPast);
  await inTurn(given, async (tx) => {
    const [seller] = await tx.query<{ country: string }>(`select country from seller for update`);
    if (!isInEu(country) && country !== seller?.country) throw Refusal.ofField("country", M.vatRateElsewhere);
    const [known] = await tx.query<{ rateBp: number }>(
      `select rate_bp as "rateBp" from vat_rate where country = $1 and from_day = $2::date for update`,
      [country, from],
    );
    await tx.query(
      `insert into vat_rate (country, from_day, rate_bp, set_by_id, set_at) values ($1, $2, $3, $4, $5)
       on conflict (country, from_day) do update set rate_bp = excluded.rate_bp, set_by_id = excluded.set_by_id,
         set_at = excluded.set_at`,
      [country, from, rateBp, userId, now],
    );
    const shown = (bp: number) => ({ country, from, percent: bp / 100 });
    const before = known && shown(known.rateBp);
    await writeAudit({ userId, action: "vat.rate", target: "vat", before, after: shown(rateBp), requestId, now }, tx);
  });
}

/** Withdraws a rate that does not count yet. Audited. @throws Refusal 404 if it does, or is unknown. */
export async function withdrawVatRate(given: AdminAct & { country: string; from: string }): Promise<void> {
  const { userId, requestId, now, country, from } = given;
  await inTurn(given, async (tx) => {
    const [gone] = await tx.query<{ rateBp: number }>(
      `delete from vat_rate where country = $1 and from_day = $2::date and from_day > $3::date returning rate_bp as "rateBp"`,
      [country, from, dayOf(now)],
    );
    if (!gone) throw new Refusal(M.notFound, { status: 404 });
    const before = { country, from, percent: gone.rateBp / 100 };
    await writeAudit({ userId, action: "vat.withdraw-rate", target: "vat", before, requestId, now }, tx);
  });
}

async function inTurn({ userId, now }: Pick<AdminAct, "userId" | "now">, change: (tx: Tx) => Promise<void>) {
  await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "money.act");
    await refuseWhileAddressMoves(tx, userId, now);
    await change(tx);
  });
}
