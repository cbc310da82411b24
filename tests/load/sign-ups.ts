import { sweep } from "~/db.server";
import { readFunnel } from "~/domain/marketing/read-funnel.server";
import { readSources } from "~/domain/marketing/read-sources.server";
import type { Days } from "~/domain/day-range";
import { compareSources } from "~/routes/operator/sources/compare-sources.server";
import { readBrought } from "~/routes/operator/marketing/read-brought.server";
import { readMarketingScreen } from "~/routes/operator/marketing/read-marketing-screen.server";
import { readRedemptions } from "~/routes/operator/marketing/read-redemptions.server";
import { figure, heading, quantile } from "./report";

const USERS = 1_000_000;
const DAYS = 1_000;
const CODES = 60;
const SAMPLES = 15;
const NOW = new Date("2026-11-22T12:00:00Z");
const ALL = { start: "2000-01-01", end: "2026-11-22" };
const MONTH = { start: "2026-10-24", end: "2026-11-22" };

/** What the screens of customers' sources ask of a million registrations. */
export async function benchSignUps(): Promise<void> {
  heading(`Sources, Statistics and Marketing, ${USERS.toLocaleString("en-US")} users over ${DAYS} days`);
  await fill();
  const ranges: [string, Days][] = [
    ["30 days", MONTH],
    ["all days", ALL],
  ];
  for (const [name, days] of ranges) {
    await time(`GET /dashboard/get-marketing-sources, ${name}, ms`, () => readSources({ days }));
    await time(`what came of each source and the days before, ${name}, ms`, () => compareSources(days));
    await time(`the funnel with its medians, ${name}, ms`, () => readFunnel({ days }));
    await time(`redemptions over time and by code, ${name}, ms`, () => readBrought(days));
    const search = new URLSearchParams({ code: "CODE-7", redemptions: "3" });
    await time(`redemptions of one code, ${name}, ms`, () => readRedemptions({ search, days }));
  }
  const asked = { search: new URLSearchParams(), role: "admin", now: NOW } as const;
  await time("trials, those that end this week, and codes, ms", () => readMarketingScreen(asked));
}

async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  const samplesMs: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startedMs = performance.now();
    await work();
    samplesMs.push(performance.now() - startedMs);
  }
  figure(name, quantile(samplesMs, 0.5).toFixed(1), "at most 50");
}

/** Without the triggers of each row: what they keep is made at the end, by the same function. */
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
    await connection.query(
      `insert into sign_up (user_id, tenant_id, registered_at, source, customer, pro, confirmed_at, first_key_at,
         first_task_at, first_topup_at, second_topup_at, paid_units)
       select id, tenant_id, created_at, source, true, codify_subscription_status in ('active', 'trial'),
         case when id % 10 > 1 then created_at + make_interval(mins => id % 600) end,
         case when id % 10 > 2 then created_at + make_interval(hours => id % 70) end,
         case when id % 10 > 4 then created_at + make_interval(hours => id % 300) end,
         case when id % 10 > 5 then created_at + make_interval(hours => id % 700) end,
         case when id % 10 > 7 then created_at + make_interval(hours => 700 + id % 900) end, id % 100 * 360000
       from user_account`,
    );
    await connection.query(
      `insert into sign_up_day
       select (c).day, (c).source, (c).pro, sum((c).users), 0, sum((c).confirmed), sum((c).with_key), sum((c).with_task),
         sum((c).with_topup), sum((c).with_second), sum((c).paying), sum((c).paid_units)
       from (select sign_up_counts(s) as c from sign_up s) counted group by 1, 2, 3`,
    );
    await connection.query(
      `insert into trial (user_id, trial_start, trial_end)
       select id, created_at, created_at + interval '14 days' from user_account where codify_subscription_status = 'trial'`,
    );
    await connection.query(
      `insert into promo_code (code, name, kind, value, duration, times_redeemed, created_at)
       select 'CODE-' || n, 'Code ' || n, 'balance_credit', 1000, 'once', ${USERS / CODES}, $1
       from generate_series(1, ${CODES}) n`,
      [NOW],
    );
    await connection.query(
      `insert into promo_redemption (code, tenant_id, user_id, at, given_units, topped_up_at)
       select 'CODE-' || 1 + id % ${CODES}, tenant_id, id, created_at, 3600000, case when id % 5 = 0 then created_at end
       from user_account`,
    );
    await connection.query(
      `insert into promo_day (day, code, redeemed, given_units, topped_up, subscribed)
       select (at at time zone 'UTC')::date, code, count(*), sum(given_units), count(topped_up_at), 0
       from promo_redemption group by 1, 2`,
    );
    await connection.query(`vacuum analyze`);
  });
}
