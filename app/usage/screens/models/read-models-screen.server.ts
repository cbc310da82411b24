import { type Days, dayOf, daysBefore, eachDay } from "~/platform/day-range";
import { listCoinDays } from "~/usage/inside/figures/coin-days.server";
import { findFiltered, type Filtered } from "~/usage/inside/figures/find-filtered.server";
import { listModelSums, type ModelSum, totalOf } from "~/usage/inside/sums/model-sums.server";
import { listModelNames } from "~/usage/inside/figures/names.server";
import { type Anomaly, ANOMALY_RULE, anomalyHour, listAnomalies } from "~/usage/inside/figures/read-anomalies.server";
import { readLatencies } from "~/usage/inside/figures/read-latencies.server";
import { readMessages } from "~/usage/read-messages.server";
import { byModel, countChatUsers, readModelPeriod } from "~/usage/inside/figures/read-model-period.server";
import { stackedByModel } from "~/usage/inside/figures/usage-charts";
import { askedUsageDays } from "~/usage/usage-days";
import { askedUsage } from "~/usage/inside/figures/usage-filter";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { CoinRow } from "./coins-panel";
import type { RouteArgs } from "~/platform/http/request-facts.server";

const MESSAGES_SHOWN = 50;

export interface Asked {
  days: Days;
  /** The last day: 'Daily Stats' shows it, and 'Monthly Stats' shows its month. */
  day: string;
  filtered: Filtered;
  isFiltered: boolean;
  now: Date;
}

/** Reads the models that the screen's address asks for. */
export async function askedModels(search: URLSearchParams, now: Date) {
  const filter = askedUsage(search);
  const { asked, days, cut } = askedUsageDays(search, now);
  const filtered = await findFiltered(filter);
  const isFiltered = filter.model !== "" || filter.user !== "" || filter.workspace !== "";
  return { filter, range: asked, cut, asked: { days, day: days.end, filtered, isFiltered, now } satisfies Asked };
}

export async function readModelsScreen(args: RouteArgs, asked: Asked, messages: boolean) {
  const { day, days, now } = asked;
  const [coins, daily, monthly, chatUsers, shown, anomalies, written, models] = await Promise.all([
    partOrNull(args, "coins", readCoins(asked)),
    partOrNull(args, "daily models", readModelPeriod({ ...asked, period: "day" })),
    partOrNull(args, "monthly models", readModelPeriod({ ...asked, period: "month" })),
    partOrNull(args, "chat users", countChatUsers(asked)),
    partOrNull(args, "models of the days", readShownDays(asked)),
    partOrNull(args, "anomalies", readAnomalies(now)),
    messages ? partOrNull(args, "messages", readBothMessages(day)) : null,
    listModelNames(),
  ]);
  return {
    ...{ day, days, today: dayOf(now), coins, daily, monthly, chatUsers, shown, models },
    messages: { open: messages, written },
    anomalies: anomalies ? { rule: ANOMALY_RULE, hour: anomalyHour(now).getTime() / 1000, found: anomalies } : null,
    isFiltered: asked.isFiltered,
  };
}

/** Income is that of all tenants; with a filter only the spending is known. */
export async function readCoins({ days, filtered, isFiltered }: Asked): Promise<CoinRow[]> {
  if (!isFiltered) return await listCoinDays({ days });
  const sums = await listModelSums({ grain: "day", days, filtered });
  const spent = new Map<string, number>();
  for (const { day, coins } of sums) spent.set(day, (spent.get(day) ?? 0) + coins);
  return eachDay(days).map((day) => ({ day, income: null, spend: spent.get(day) ?? 0 }));
}

/** Figures of a model over the days, those of as many days before, and how long its calls took. */
export async function readFigures(asked: Asked) {
  const { days, filtered } = asked;
  const [sums, before, latencies] = await Promise.all([
    listModelSums({ grain: "day", days, filtered }),
    listModelSums({ grain: "day", days: daysBefore(days), filtered }),
    // Durations are summed by model only.
    filtered.userId === null && filtered.tenantId === null ? readLatencies({ days, modelId: filtered.modelId }) : null,
  ]);
  const earlier = new Map(byModel(before).map((sum) => [sum.model, sum]));
  const models = byModel(sums).map((sum) => ({
    ...sum,
    before: earlier.get(sum.model)?.calls ?? 0,
    latency: latencies?.get(sum.model) ?? null,
  }));
  return { sums, models, total: totalOf(sums), before: totalOf(before), hasLatencies: latencies !== null };
}

const ANOMALIES_KEPT_MS = 60_000;
let lately: { hour: number; at: number; found: Promise<Anomaly[]> } | null = null;

/** Anomalies are searched for in an hour that is over and hardly changes, so once a minute is enough. */
async function readAnomalies(now: Date): Promise<Anomaly[]> {
  const hour = anomalyHour(now).getTime();
  if (lately?.hour !== hour || now.getTime() - lately.at > ANOMALIES_KEPT_MS) {
    const asked = { hour, at: now.getTime(), found: listAnomalies({ now }) };
    lately = asked;
    asked.found.catch(() => {
      if (lately === asked) lately = null;
    });
  }
  return await lately.found;
}

async function readShownDays(asked: Asked) {
  const { sums, ...figures } = await readFigures(asked);
  return { ...figures, trends: trendsOf(asked.days, sums) };
}

/** Prompt and generated tokens of each day by model (A13). */
export function trendsOf(days: Days, sums: readonly ModelSum[]) {
  const each = eachDay(days);
  const series = stackedByModel(
    each,
    sums.map(({ day, model, prompt, generated }) => ({ day, model, value: prompt + generated })),
  );
  return { days: each, series };
}

async function readBothMessages(day: string) {
  const [free, pro] = await Promise.all([
    readMessages({ day, pro: false, limit: MESSAGES_SHOWN }),
    readMessages({ day, pro: true, limit: MESSAGES_SHOWN }),
  ]);
  return { free, pro };
}
