import { db } from "~/platform/db.server";
import { isSignUpSource, type SignUpSource } from "~/accounts/sign-up-sources";
import { asUnits, type Units, ZERO } from "~/money/units";
import type { Days } from "~/platform/day-range";

/** Registrations of customers from one source, and their payments so far. */
export interface SourceSum {
  users: number;
  /** Users with a settled top-up. */
  paying: number;
  /** The sum of their top-ups. */
  paidUnits: Units;
}

/** Sums by plan and source; a source without registrations has no entry. */
export type SourceSums = Record<"PRO" | "FREE", Map<SignUpSource, SourceSum>>;

interface SumRow extends SourceSum {
  source: string;
  pro: boolean;
}

/** Registrations of these UTC days, or of all days, from their daily sums (decision 0184). */
export async function sumSources(days: Days | null): Promise<SourceSums> {
  const rows = await db.query<SumRow>(
    `select source, pro, sum(users)::int as users, sum(paying)::int as paying, sum(paid_units)::bigint as "paidUnits"
     from sign_up_day
     where day between coalesce($1::date, '-infinity') and coalesce($2::date, 'infinity') group by 1, 2`,
    [days?.start ?? null, days?.end ?? null],
  );
  const sums: SourceSums = { PRO: new Map(), FREE: new Map() };
  for (const row of rows) {
    // An unknown source counts as no answer.
    const source = isSignUpSource(row.source) ? row.source : "unknown";
    const plan = sums[row.pro ? "PRO" : "FREE"];
    plan.set(source, addSums(plan.get(source), row));
  }
  return sums;
}

export function addSums(...sums: (SourceSum | undefined)[]): SourceSum {
  return sums.reduce<SourceSum>(
    (all, one) =>
      one
        ? {
            users: all.users + one.users,
            paying: all.paying + one.paying,
            paidUnits: asUnits(all.paidUnits + one.paidUnits),
          }
        : all,
    { users: 0, paying: 0, paidUnits: ZERO },
  );
}
