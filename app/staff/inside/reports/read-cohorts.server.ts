import { db } from "~/platform/db.server";
import { AFTER_MONTHS } from "./cohort-months";

/** Months of sign-ups that are shown. */
const MONTHS = 13;

/** The sign-ups of a month. */
export interface Cohort {
  /** Its first day. */
  month: string;
  signUps: number;
  /** Tenants that were charged within n months after it, n from 0; null for months to come. */
  charged: (number | null)[];
}

/** Reads the sign-ups of the last months and how many were first charged how soon, newest first. Counted each night. */
export async function readCohorts({ now }: { now: Date }): Promise<Cohort[]> {
  const rows = await db.query<{ month: string; monthsAfter: number; tenants: number; passed: number }>(
    `select to_char(month, 'YYYY-MM-DD') as month, months_after as "monthsAfter", tenants,
       ((extract(year from $1::timestamptz at time zone 'UTC') - extract(year from month)) * 12
         + extract(month from $1::timestamptz at time zone 'UTC') - extract(month from month))::int as passed
     from cohort where month > ($1::timestamptz at time zone 'UTC')::date - interval '${MONTHS} months'
     order by month desc, months_after`,
    [now],
  );
  const months = new Map<string, typeof rows>();
  for (const row of rows) months.set(row.month, [...(months.get(row.month) ?? []), row]);
  return [...months].map(([month, counts]) => ({
    month,
    signUps: counts.reduce((sum, { tenants }) => sum + tenants, 0),
    charged: Array.from({ length: AFTER_MONTHS + 1 }, (_, after) =>
      after > (counts[0]?.passed ?? 0)
        ? null
        : counts.reduce(
            (sum, { monthsAfter, tenants }) => (monthsAfter >= 0 && monthsAfter <= after ? sum + tenants : sum),
            0,
          ),
    ),
  }));
}
