import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import type { VatReason } from "./vat";

/** VAT of one country, treatment and rate, less the part that was given back; in dollars. */
export interface VatPart {
  country: string;
  reason: VatReason;
  rateBp: number;
  lines: number;
  net: number;
  vat: number;
}

/** Sums VAT over days (UTC) by country, treatment and rate, from the sums by day (B22). */
export async function readVatReport({ start, end }: Days): Promise<{ rows: VatPart[]; net: number; vat: number }> {
  const rows = await db.query<VatPart>(
    `select country, reason, rate_bp as "rateBp", sum(lines)::int as lines, sum(net_cents)::float8 / 100 as net,
       sum(vat_cents)::float8 / 100 as vat
     from vat_day where day between $1::date and $2::date group by 1, 2, 3 order by vat desc, country, reason, 3`,
    [start, end],
  );
  const sum = (of: "net" | "vat") => Math.round(rows.reduce((all, row) => all + row[of], 0) * 100) / 100;
  return { rows, net: sum("net"), vat: sum("vat") };
}

/** A document of the tax return; below 0: given back. */
export interface VatLineRow extends Omit<VatPart, "lines"> {
  id: string;
  at: Date;
  document: string;
  tenantName: string;
  company: string;
  tax: string;
}

/** Lists the documents of some days, oldest first, after one of them. */
export async function listVatLines(asked: {
  days: Days;
  after: VatLineRow | null;
  limit: number;
}): Promise<VatLineRow[]> {
  const { from, until } = momentsOf(asked.days);
  return await db.query<VatLineRow>(
    `select line.id::text as id, line.at, line.document, t.tenant_name as "tenantName", t.company, t.tax, line.country,
       line.reason, line.rate_bp as "rateBp", line.net_cents::float8 / 100 as net, line.vat_cents::float8 / 100 as vat
     from vat_line line join tenant t on t.id = line.tenant_id
     where line.at >= $1 and line.at < $2 and (line.at, line.id) > ($3::timestamptz, $4::bigint)
     order by line.at, line.id limit $5`,
    [from, until, asked.after?.at ?? "-infinity", asked.after?.id ?? "0", asked.limit],
  );
}
