import { sweep } from "~/platform/db.server";
import { readFunnel } from "~/payments/inside/marketing/read-funnel.server";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import type { Days } from "~/platform/day-range";
import { compareSources } from "~/payments/screens/sources/compare-sources.server";
import { readBrought } from "~/payments/screens/marketing/read-brought.server";
import { readMarketingScreen } from "~/payments/screens/marketing/read-marketing-screen.server";
import { readRedemptions } from "~/payments/screens/marketing/read-redemptions.server";
import { heading, printMedian } from "./report";
import { fillSignUps } from "./sign-ups-world";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";

const USERS = 1_000_000;
const DAYS = 1_000;
const OFTEN = { runs: 15 };
const NOW = new Date("2026-11-22T12:00:00Z");
const ALL = { start: "2000-01-01", end: "2026-11-22" };
const MONTH = { start: "2026-10-24", end: "2026-11-22" };

/** Queries of the screens about customers' sources, on a million registrations. */
export async function benchSignUps(): Promise<void> {
  heading(`Sources, Statistics and Marketing, ${USERS.toLocaleString("en-US")} users over ${DAYS} days`);
  await fill();
  const ranges: [string, Days][] = [
    ["30 days", MONTH],
    ["all days", ALL],
  ];
  for (const [name, days] of ranges) {
    await printMedian(`GET /dashboard/get-marketing-sources, ${name}, ms`, () => readSources({ days }), OFTEN);
    await printMedian(`what came of each source and the days before, ${name}, ms`, () => compareSources(days), OFTEN);
    await printMedian(`the funnel with its medians, ${name}, ms`, () => readFunnel({ days }), OFTEN);
    await printMedian(`redemptions over time and by code, ${name}, ms`, () => readBrought(days), OFTEN);
    const search = new URLSearchParams({ code: "CODE-7", redemptions: "3" });
    await printMedian(`redemptions of one code, ${name}, ms`, () => readRedemptions({ search, days }), OFTEN);
  }
  const asked = { search: new URLSearchParams(), viewer: { staffRights: STAFF_RIGHT_NAMES }, now: NOW } as const;
  await printMedian("trials, those that end this week, and codes, ms", () => readMarketingScreen(asked), OFTEN);
}

/** Fills the tables without the triggers of each row: the same function builds their sums at the end. */
async function fill(): Promise<void> {
  await sweep(async (connection) => {
    await connection.query(`set session_replication_role = replica`);
    await connection.query(
      `insert into tenant (id, tenant_name) select n, 'bench-' || n from generate_series(1, ${USERS}) n`,
    );
    await connection.query(
      `insert into user_account (id, tenant_id, name, email, source, source_text, state, codify_subscription_status,
         created_at)
       select n, n, 'User ' || n, 'user' || n || '@bench.example', sources[1 + n % 13],
         case when n % 13 = 11 then 'text ' || n % 9973 else '' end, 'active',
         (array['none', 'none', 'none', 'active', 'none', 'trial', 'none', 'canceled'])[1 + n % 8],
         $1::timestamptz - make_interval(secs => n * (${DAYS} * 86400.0 / ${USERS}))
       from generate_series(1, ${USERS}) n, (select array['search', 'ide_plugin_marketplace', 'social_media',
         'recommendation', 'email', 'conference', 'article', 'aggregator', 'stack_overflow', 'reddit', 'advertisement',
         'other', 'unknown'] as sources) all_sources`,
      [NOW],
    );
    await fillSignUps(connection, NOW);
    await connection.query(`vacuum analyze`);
  });
}
