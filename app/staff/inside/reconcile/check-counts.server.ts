import { sweep } from "~/platform/db.server";
import { groupBy } from "~/platform/group-by";
import { differing, type KeptSum, merged, summed } from "~/platform/kept-sum";
import { ACTIVE_COUNT } from "../../record-active.server";
import { type Check, type CheckFigure, figure, type FoundDifference } from "./check-outcome";

/** Number of wrong rows that are listed per table; the check's figure has the full number. */
const NAMED = 20;

interface WrongFigure {
  subject: string;
  column: string;
  made: string;
  kept: string;
}

/**
 * Checks stored counts against the rows that they count. Scans all rows, which takes seconds with a million users:
 * nightly only. Each statement reads one snapshot, so that concurrent writes are no difference.
 */
export const checkCounts: Check = async () =>
  await sweep(async (connection) => {
    const figures: CheckFigure[] = [];
    const differences: FoundDifference[] = [];
    for (const count of COUNTS) {
      const { table } = count;
      const wrong = [...groupBy(await connection.query<WrongFigure>(count.statement), ({ subject }) => subject)];
      figures.push(figure(`Wrong ${table}`, wrong.length));
      for (const [subject, found] of wrong.slice(0, NAMED)) {
        const text = found.map(({ column, made, kept }) => `${column} is ${kept}, of the rows ${made}`).join("; ");
        differences.push({ kind: table, subject, text: `${table} of ${subject}: ${text}.` });
      }
    }
    return { figures, differences };
  });

const USER_COUNT = {
  table: "user_count",
  grain: [],
  key: ["role", "state", "status"],
  sums: { users: "count(*)" },
  maxes: {},
} as const satisfies KeptSum;

const SIGN_UP_DAY = {
  table: "sign_up_day",
  grain: ["day"],
  key: ["source", "pro"],
  sums: {
    users: "sum(users)",
    confirmed: "sum(confirmed)",
    with_key: "sum(with_key)",
    with_task: "sum(with_task)",
    with_topup: "sum(with_topup)",
    with_second: "sum(with_second)",
    paying: "sum(paying)",
    paid_units: "sum(paid_units)",
  },
  maxes: {},
} as const satisfies KeptSum;

const PROMO_DAY = {
  table: "promo_day",
  grain: ["day"],
  key: ["code"],
  sums: {
    redeemed: "count(*)",
    given_units: "sum(given_units)",
    topped_up: "count(topped_up_at)",
    subscribed: "count(subscribed_at)",
  },
  maxes: {},
} as const satisfies KeptSum;

/** SQL: deleted users stay counted in their days, but have no last day. */
const ACTIVE_ROWS = `(
  select day, count(*) as active, 0 as last_seen from active_day group by day
  union all select day, gone, 0 from active_count
  union all select day, 0, count(*) from user_seen where day > '2000-01-01' group by day) days`;

/** SQL that compares a stored sum with its source; `subject` describes the owner, and several rows may share one. */
const compared = (sum: KeptSum, made: string, subject: string) =>
  differing(sum, made, merged(sum, sum.table), `${subject} as subject`, "all");

const COUNTS = [
  {
    table: "user_count",
    statement: compared(
      USER_COUNT,
      summed(USER_COUNT, "(select role, state, codify_subscription_status as status from user_account) users"),
      "concat_ws(', ', role, state, status)",
    ),
  },
  { table: "active_count", statement: compared(ACTIVE_COUNT, merged(ACTIVE_COUNT, ACTIVE_ROWS), "day::text") },
  {
    table: "sign_up_day",
    statement: compared(
      SIGN_UP_DAY,
      // Deleted users have no row.
      summed(
        SIGN_UP_DAY,
        "(select (c).* from (select sign_up_counts(s) as c from sign_up s where s.customer offset 0) counted) counts",
      ),
      "concat_ws(', ', day, source, case when pro then 'PRO' else 'FREE' end)",
    ),
  },
  {
    table: "promo_day",
    statement: compared(
      PROMO_DAY,
      summed(PROMO_DAY, "(select (at at time zone 'UTC')::date as day, * from promo_redemption) redemptions"),
      "concat_ws(', ', day, code)",
    ),
  },
];
