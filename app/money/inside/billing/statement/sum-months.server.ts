import { db } from "~/platform/db.server";
import { movementText } from "~/platform/cents-text";
import { isChargeSql } from "~/money/transaction-kinds";
import { asUnits, wholeCents } from "~/money/units";
import { boundsOf, type Month } from "./month";

/** The sums of a month's statement, as screens print them. */
export interface MonthSums {
  month: Month;
  /** Charges of tasks and volumes. */
  charges: string;
  /** All other movements: credits less debits. */
  credits: string;
}

/** The sums of consecutive months, newest first, from the daily sums that postings maintain. */
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
