import { db } from "~/platform/db.server";
import { type Units, unitsToDollars2 } from "./units";

/** Charges of an hour (B20). */
export interface ChargeHour {
  /** Epoch second at which it begins. */
  ts: number;
  dollars: number;
}

/** Charges per hour from `from` until before `until`, both full hours; 0 for hours without any. */
export async function listChargeHours({ from, until }: { from: Date; until: Date }): Promise<ChargeHour[]> {
  const rows = await db.query<{ ts: number; units: Units }>(
    `select floor(extract(epoch from hours.hour))::int as ts, coalesce(sum(units), 0)::bigint as units
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 second', interval '1 hour') as hours(hour)
     left join ledger_hour on ledger_hour.hour = hours.hour and account = 'revenue' group by hours.hour order by 1`,
    [from, until],
  );
  return rows.map(({ ts, units }) => ({ ts, dollars: unitsToDollars2(units) }));
}
