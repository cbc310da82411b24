import type { Tx } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { TopUp } from "~/payments/lock-top-up.server";

export interface VatLine {
  /** Names the payment, refund or step of a dispute: each counts once. */
  key: string;
  tenantId: number;
  /** The number of the receipt or invoice. */
  document: string;
  country: string;
  /** Empty: VAT was off, and nothing is kept. */
  reason: string;
  rateBp: number;
  /** Below 0: given back. */
  netCents: Cents;
  vatCents: Cents;
  now: Date;
}

/** The parts that all lines of a top-up share. */
export function vatLineOf({ tenantId, number, vat }: Pick<TopUp, "tenantId" | "number" | "vat">) {
  const { country = "", reason = "", rateBp = 0 } = vat ?? {};
  return { tenantId, document: number ?? "", country, reason, rateBp };
}

/**
 * Keeps a document for the tax return, once per key, with the sum of its day (B22). Call it after the posting: the day's sum
 * is locked last (docs/guides/locking.md).
 */
export async function keepVatLine(tx: Tx, line: VatLine): Promise<void> {
  if (line.reason === "") return;
  await tx.query(
    `with kept as (
       insert into vat_line (key, at, tenant_id, document, country, reason, rate_bp, net_cents, vat_cents)
       values ($key, $now, $tenantId, $document, $country, $reason, $rateBp, $netCents, $vatCents)
       on conflict (key) do nothing returning *)
     insert into vat_day as d (day, country, reason, rate_bp, net_cents, vat_cents, lines)
     select (at at time zone 'UTC')::date, country, reason, rate_bp, net_cents, vat_cents, 1 from kept
     on conflict (day, country, reason, rate_bp) do update set net_cents = d.net_cents + excluded.net_cents,
       vat_cents = d.vat_cents + excluded.vat_cents, lines = d.lines + 1`,
    { ...line },
  );
}
