import { unlessLocked } from "~/platform/locked.server";
import { MONTHLY_COINS, type Plan } from "~/money/coins";
import { readCoins } from "~/money/read-coins.server";
import { type Days, daysBack, daysBefore, eachDay } from "~/platform/day-range";
import { groupBy } from "~/platform/group-by";
import { readPlan } from "~/payments/grant-coins.server";
import { type Budget, readBudget, readMonthCoins } from "~/usage/usage-budget.server";
import { listModelSums, type ModelSum, totalOf } from "~/usage/inside/sums/model-sums.server";

/** Days whose average is the pace. */
const PACE_DAYS = 7;

interface Used {
  calls: number;
  failed: number;
  /** Prompt tokens, generated ones, and both kinds of cache tokens. */
  tokens: number;
  coins: number;
}

export type UsedModel = Used & { model: string };
export type UsedDay = Used & { day: string };

/** Model usage of a tenant, as its own screen shows it. Coins are whole. */
export interface OwnUsage {
  /** Below 0 after overuse; null while unknown. */
  coinsLeft: number | null;
  plan: Plan;
  /** Coins that are granted on the first of next month, and when, epoch seconds. */
  nextGrant: { coins: number; ts: number };
  monthCoins: number;
  /** Coins per day, over the last 7 days. */
  pace: number;
  /** Whole days until the coins end at this pace; null when nothing is used, or nothing is left. */
  daysLeft: number | null;
  budget: Budget | null;
  /** Models, most coins first. */
  models: UsedModel[];
  /** Every day, oldest first. */
  days: UsedDay[];
  /** Coins of as many days just before. */
  before: number;
}

export async function readOwnUsage(asked: { tenantId: number; days: Days; now: Date }): Promise<OwnUsage> {
  const { tenantId, days, now } = asked;
  const filtered = { modelId: null, userId: null, tenantId, problems: {} };
  const listOf = (some: Days) => listModelSums({ grain: "day", days: some, filtered });
  const [left, plan, monthCoins, budget, sums, before, late] = await Promise.all([
    unlessLocked(readCoins({ tenantId })),
    readPlan({ tenantId }),
    readMonthCoins({ tenantId, now }),
    readBudget({ tenantId }),
    listOf(days),
    listOf(daysBefore(days)),
    listOf(daysBack(PACE_DAYS, now)),
  ]);
  const byDay = groupBy(sums, ({ day }) => day);
  const byModel = groupBy(sums, ({ model }) => model);
  const coinsLeft = left === null ? null : Number(left);
  const pace = totalOf(late).coins / PACE_DAYS;
  return {
    ...{ coinsLeft, plan, monthCoins: Number(monthCoins), pace, budget, before: totalOf(before).coins },
    nextGrant: {
      coins: Number(MONTHLY_COINS[plan]),
      ts: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000,
    },
    daysLeft: pace > 0 && coinsLeft !== null && coinsLeft > 0 ? Math.floor(coinsLeft / pace) : null,
    models: [...byModel]
      .map(([model, ofModel]) => ({ model, ...used(ofModel) }))
      .sort((one, other) => other.coins - one.coins || (one.model < other.model ? -1 : 1)),
    days: eachDay(days).map((day) => ({ day, ...used(byDay.get(day) ?? []) })),
  };
}

function used(sums: readonly ModelSum[]): Used {
  const { calls, failed, prompt, generated, cacheRead, cacheCreation, coins } = totalOf(sums);
  return { calls, failed, tokens: prompt + generated + cacheRead + cacheCreation, coins };
}
