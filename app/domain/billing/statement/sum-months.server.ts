import { db } from "~/db.server";
import { movementText } from "~/domain/receipts/cents-text";
import { isChargeSql } from "../transaction-kinds";
import { asUnits, wholeCents } from "../units";
import { boundsOf, type Month } from "./month";

/** What a month's statement comes to, as screens print movements. */
export interface MonthSums {
  month: Month;
  /** What tasks and volumes were charged. */
  charges: string;
  /** All else: what came in, less what was taken back. */
  credits: string;
}

/** Of these months, which follow one another, newest first: from the sums by day that each posting keeps. */
export async function sumMonths({ tenantId, months }: { tenantId: number; months: Month[] }): Promise<MonthSums[]> {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (!newest || !oldest) return [];
  const rows = await db.query<{ month: string; charges: bigint; credits: bigint }>(
    `select to_char(day, 'YYYY-MM') as month, coalesce(sum(units) filter (where ${isChargeSql("kind")}), 0)::bigint as charges,
       coalesce(sum(units) filter (where not ${isChargeSql("kind")}), 0)::bigint as credits
     from ledger_day where tenant_id = $1 and unit = 'usd' and day >= ($2::timestamptz at time zone 'UTC')::date
       and day < ($3::timestamptz at time zone 'UTC')::date
     group by 1`,
    [tenantId, boundsOf(oldest).from, boundsOf(newest).until],
  );
  const sums = new Map(rows.map((row) => [row.month, row]));
  const text = (units: bigint | undefined) => movementText(wholeCents(asUnits(units ?? 0n)));
  return months.map((month) => {
    const { charges, credits } = sums.get(month) ?? {};
    return { month, charges: text(charges), credits: text(credits) };
  });
}
