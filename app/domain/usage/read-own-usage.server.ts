import { db } from "~/db.server";
import { readCoins } from "~/domain/coins/read-coins.server";
import { MONTHLY_COINS, type Plan } from "~/domain/coins/coins";
import { type Days, daysBefore, dayOf, eachDay, startOf } from "~/domain/day-range";
import { isPro, type SubscriptionStatus } from "~/domain/subscription/states";
import { type Budget, readBudget, readMonthCoins } from "./budget.server";

/** The pace is what the last so many days took. */
const PACE_DAYS = 7;
const DAY_MS = 86_400_000;

interface Sums {
  calls: number;
  failed: number;
  /** Prompt, generated and both of the cache. */
  tokens: number;
  coins: number;
}

export type UsedModel = Sums & { model: string };
export type UsedDay = Sums & { day: string };

/** Model usage of a tenant, as its own screen shows it. Coins are whole. */
export interface OwnUsage {
  /** Below 0 when more was used than was there. */
  coinsLeft: number;
  plan: Plan;
  /** What the first of next month gives, and when, epoch seconds. */
  nextGrant: { coins: number; ts: number };
  monthCoins: number;
  /** Coins per day, over the last 7 days. */
  pace: number;
  /** Whole days until the coins end at this pace; null when nothing is used, or nothing is left. */
  daysLeft: number | null;
  budget: Budget | null;
  /** Most coins first. */
  models: UsedModel[];
  /** Each of the days, oldest first. */
  days: UsedDay[];
  /** Coins of as many days just before. */
  before: number;
}

export async function readOwnUsage(asked: { tenantId: number; days: Days; now: Date }): Promise<OwnUsage> {
  const { tenantId, days, now } = asked;
  const lately = { start: dayOf(new Date(now.getTime() - (PACE_DAYS - 1) * DAY_MS)), end: dayOf(now) };
  const [left, plan, monthCoins, budget, models, byDay, before, late] = await Promise.all([
    readCoins({ tenantId }),
    readPlan(tenantId),
    readMonthCoins({ tenantId, now }),
    readBudget({ tenantId }),
    listModels(tenantId, days),
    listDays(tenantId, days),
    readCoinsOf(tenantId, daysBefore(days)),
    readCoinsOf(tenantId, lately),
  ]);
  const coinsLeft = Number(left);
  const pace = late / PACE_DAYS;
  return {
    ...{ coinsLeft, plan, monthCoins: Number(monthCoins), pace, budget, models, before },
    nextGrant: {
      coins: Number(MONTHLY_COINS[plan]),
      ts: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000,
    },
    daysLeft: pace > 0 && coinsLeft > 0 ? Math.floor(coinsLeft / pace) : null,
    days: eachDay(days).map(
      (day) => byDay.find((one) => one.day === day) ?? { day, calls: 0, failed: 0, tokens: 0, coins: 0 },
    ),
  };
}

async function readPlan(tenantId: number): Promise<Plan> {
  const users = await db.query<{ status: SubscriptionStatus }>(
    `select codify_subscription_status as status from user_account where tenant_id = $1`,
    [tenantId],
  );
  return users.some(({ status }) => isPro(status)) ? "pro" : "free";
}

const SUMS = `sum(calls)::float8 as calls, sum(failed)::float8 as failed, sum(coins)::float8 as coins,
  sum(prompt_tokens + generated_tokens + cache_read_tokens + cache_creation_tokens)::float8 as tokens`;
/** $1 the tenant, $2 and $3 the first and the last moment. */
const OWN_DAYS = `usage_by_user u where u.grain = 'day' and u.tenant_id = $1 and u.at between $2 and $3`;

async function listModels(tenantId: number, days: Days): Promise<UsedModel[]> {
  return await db.query<UsedModel>(
    `select m.name as model, ${SUMS} from usage_model m join (select * from ${OWN_DAYS}) used on used.model_id = m.id
     group by m.name order by sum(coins) desc, m.name`,
    [tenantId, startOf(days.start), startOf(days.end)],
  );
}

async function listDays(tenantId: number, days: Days): Promise<UsedDay[]> {
  return await db.query<UsedDay>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${SUMS} from ${OWN_DAYS} group by at order by at`,
    [tenantId, startOf(days.start), startOf(days.end)],
  );
}

async function readCoinsOf(tenantId: number, days: Days): Promise<number> {
  const [row] = await db.query<{ coins: number }>(`select coalesce(sum(coins), 0)::float8 as coins from ${OWN_DAYS}`, [
    tenantId,
    startOf(days.start),
    startOf(days.end),
  ]);
  return row?.coins ?? 0;
}
