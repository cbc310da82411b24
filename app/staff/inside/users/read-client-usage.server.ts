import { db } from "~/platform/db.server";

/** A client's report, from a usage event. */
export interface ClientReport {
  /** Epoch seconds. */
  ts_reported: number;
  enduser_client_version: string;
}

/** A report of the first protocol. Always empty: no client sends it, and none were imported. */
export interface OldClientReport {
  reported_ts: number;
  client_version: string;
}

export interface DayOfUsage {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  calls: number;
  tokens: number;
  coins: number;
}

interface ClientUsage {
  /** The newest 10. */
  current: ClientReport[];
  /** Usage of the last 30 days. */
  days: DayOfUsage[];
  /** The newest 10. */
  old: OldClientReport[];
}

const DAYS = 30;
const NEWEST = 10;

/** Reads the reports of a user's clients, and their usage by day, newest first; omits days without usage. */
export async function readClientUsage({ userId, now }: { userId: number; now: Date }): Promise<ClientUsage> {
  const [current, days] = await Promise.all([
    db.query<ClientReport>(
      `select floor(extract(epoch from ts))::float8 as ts_reported, client_version as enduser_client_version
       from usage_event where user_id = $1 and client_version <> '' order by ts desc limit ${NEWEST}`,
      [userId],
    ),
    db.query<DayOfUsage>(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(calls::float8) as calls,
         sum((prompt_tokens + generated_tokens)::float8) as tokens, sum(coins::float8) as coins
       from usage_by_user where grain = 'day' and user_id = $1
         and at > date_trunc('day', $2::timestamptz, 'UTC') - ${DAYS} * interval '24 hours' group by at order by at desc`,
      [userId, now],
    ),
  ]);
  return { current, days, old: [] };
}
