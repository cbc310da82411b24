import { ALL_SOURCES, SOURCE_LABELS, type SignUpSource } from "~/accounts/sign-up-sources";
import { unitsToDollars2 } from "~/money/units";
import { type Days, daysBefore } from "~/platform/day-range";
import { addSums, type SourceSum, sumSources } from "~/payments/inside/marketing/sum-sources.server";

/** A source's results: both plans, the days before, the users who topped up, and the amount. */
export interface ComparedRow {
  /** Null for the row of the total. */
  source: SignUpSource | null;
  label: string;
  pro: number;
  free: number;
  /** Registrations in the same number of days before; null if all days are shown. */
  proBefore: number | null;
  freeBefore: number | null;
  paying: number;
  /** Dollars of their top-ups, before refunds. */
  toppedUp: number;
}

/** The registrations of these days and of the days before, by source, with totals. */
export async function compareSources(days: Days | null): Promise<ComparedRow[]> {
  const [now, before] = await Promise.all([sumSources(days), days ? sumSources(daysBefore(days)) : null]);
  const rowOf = (source: SignUpSource | null, of: (plan: Map<SignUpSource, SourceSum>) => SourceSum): ComparedRow => {
    const [pro, free] = [of(now.PRO), of(now.FREE)];
    const both = addSums(pro, free);
    return {
      source,
      label: source ? SOURCE_LABELS[source] : "Total",
      pro: pro.users,
      free: free.users,
      proBefore: before && of(before.PRO).users,
      freeBefore: before && of(before.FREE).users,
      paying: both.paying,
      toppedUp: unitsToDollars2(both.paidUnits),
    };
  };
  return [
    ...ALL_SOURCES.map((source) => rowOf(source, (plan) => addSums(plan.get(source)))),
    rowOf(null, (plan) => addSums(...plan.values())),
  ];
}
