import { type Days, daysBack, daysBefore, eachDay } from "~/platform/day-range";
import { listedTotals, type ModelTotal, modelTotals } from "~/usage/inside/figures/metering";
import { type MeteredUser, listMetering } from "~/usage/inside/figures/read-metering.server";
import { coinsOf } from "~/usage/inside/figures/read-users-usage.server";
import { stackedByModel } from "~/usage/inside/figures/usage-charts";

export const DAYS = [7, 30, 90] as const;

export interface ShownMetering {
  user: string;
  count: number;
  days: Days;
  each: string[];
  /** Coins per day of the models with the most. */
  series: { name: string; values: number[] }[];
  models: ModelTotal[];
  coins: number;
  coinsBefore: number;
}

/** Returns the number of days in the URL: 7, 30 or 90. */
export function askedCount(search: URLSearchParams): number {
  return DAYS.find((days) => String(days) === search.get("days")) ?? 30;
}

/** Reads a user's usage by day and model, compared with the same number of days before. */
export async function readUserMetering(asked: { user: MeteredUser; count: number; now: Date }): Promise<ShownMetering> {
  const { user, count, now } = asked;
  const days = daysBack(count, now);
  const [sums, before] = await Promise.all([
    listMetering({ userId: user.userId, days }),
    listMetering({ userId: user.userId, days: daysBefore(days) }),
  ]);
  const each = eachDay(days);
  const values = sums.map(({ day, model, coins }) => ({ day, model, value: coins }));
  return {
    ...{ user: user.user, count, days, each, models: listedTotals(modelTotals(sums)) },
    series: sums.length === 0 ? [] : stackedByModel(each, values),
    coins: coinsOf(sums),
    coinsBefore: coinsOf(before),
  };
}

/** The rows by day and model, for a file. */
export async function listMeteringRows(asked: { user: MeteredUser; count: number; now: Date }) {
  return await listMetering({ userId: asked.user.userId, days: daysBack(asked.count, asked.now) });
}
