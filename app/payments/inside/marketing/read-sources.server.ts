import { db } from "~/platform/db.server";
import { ALL_SOURCES, type SignUpSource } from "~/accounts/sign-up-sources";
import { type Days, momentsOf } from "~/platform/day-range";
import { type SourceSums, sumSources } from "./sum-sources.server";

/** Origins of customers, for staff and `GET /dashboard/get-marketing-sources` (3.7). */
export interface Sources {
  /** Every source, including those with 0, in display order. */
  statistics: Record<"PRO" | "FREE", Record<SignUpSource, number>>;
  totals: { PRO: number; FREE: number };
  /** Texts of customers of the source 'other', most frequent first; the rest as 'Other'. */
  other_sources: { id: number; source_text: string; count: number }[];
  /** First and last registration, epoch seconds; 0 without any. */
  timestamp_data: { first_ts: number; last_ts: number };
}

const TEXTS_MAX = 200;
const REST = "Other";

/** Registrations of customers by source and plan; `days` are inclusive, null for all. */
export async function readSources({ days }: { days: Days | null }): Promise<Sources> {
  const [sums, texts, timestamps] = await Promise.all([sumSources(days), listTexts(days), readEnds(days)]);
  return sourcesOf(sums, texts, timestamps);
}

function sourcesOf(
  sums: SourceSums,
  texts: { text: string; count: number }[],
  timestamp_data: Sources["timestamp_data"],
): Sources {
  const statistics = { PRO: countsOf(sums.PRO), FREE: countsOf(sums.FREE) };
  const listed = texts.reduce((sum, { count }) => sum + count, 0);
  const rest = statistics.PRO.other + statistics.FREE.other - listed;
  const others = texts.map(({ text, count }) => ({ source_text: text, count }));
  return {
    statistics,
    totals: { PRO: totalOf(statistics.PRO), FREE: totalOf(statistics.FREE) },
    other_sources: [...others, ...(rest > 0 ? [{ source_text: REST, count: rest }] : [])].map((one, index) => ({
      id: index + 1,
      ...one,
    })),
    timestamp_data,
  };
}

function countsOf(plan: SourceSums["PRO"]): Record<SignUpSource, number> {
  return Object.fromEntries(ALL_SOURCES.map((source) => [source, plan.get(source)?.users ?? 0])) as Record<
    SignUpSource,
    number
  >;
}

function totalOf(counts: Record<SignUpSource, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Reads only the index; the rest of a long list becomes one row. */
async function listTexts(days: Days | null): Promise<{ text: string; count: number }[]> {
  return await db.query<{ text: string; count: number }>(
    `select source_text as text, count(*)::int as count from user_account
     where role = 'customer' and source = 'other'
       and created_at >= coalesce($1::timestamptz, '-infinity') and created_at < coalesce($2::timestamptz, 'infinity')
     group by 1 order by 2 desc, 1 limit ${TEXTS_MAX}`,
    momentsIn(days),
  );
}

async function readEnds(days: Days | null): Promise<Sources["timestamp_data"]> {
  const [row] = await db.query<{ first_ts: number; last_ts: number }>(
    `select ${epochOf("asc")} as first_ts, ${epochOf("desc")} as last_ts`,
    momentsIn(days),
  );
  return row ?? { first_ts: 0, last_ts: 0 };
}

/** The first registration in a direction, by the index of times. */
function epochOf(direction: "asc" | "desc"): string {
  return `coalesce((select floor(extract(epoch from created_at)) from user_account
    where role = 'customer' and created_at >= coalesce($1::timestamptz, '-infinity')
      and created_at < coalesce($2::timestamptz, 'infinity')
    order by created_at ${direction} limit 1), 0)::float8`;
}

function momentsIn(days: Days | null): [from: Date | null, until: Date | null] {
  if (!days) return [null, null];
  const { from, until } = momentsOf(days);
  return [from, until];
}
