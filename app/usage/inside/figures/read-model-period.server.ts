import { db } from "~/platform/db.server";
import { type Days, dayOf, startOf } from "~/platform/day-range";
import { addFigures } from "~/usage/inside/sums/add-figures";
import type { Filtered } from "./find-filtered.server";
import { endInRest } from "./largest";
import {
  listDayUsers,
  listModelSums,
  MODEL_FIGURES,
  type ModelSum,
  totalOf,
} from "~/usage/inside/sums/model-sums.server";

export interface ModelPeriod {
  days: Days;
  /** Models with most calls first. */
  models: ModelSum[];
}

/** Reads a day's events by model, or those of its month up to that day. */
export async function readModelPeriod(asked: {
  period: "day" | "month";
  day: string;
  now: Date;
  filtered?: Filtered;
}): Promise<ModelPeriod> {
  const { period, day, filtered } = asked;
  const first = `${day.slice(0, 7)}-01`;
  const days = { start: period === "day" ? day : first, end: day };
  // The sum of the month covers all its days: correct up to today, and for a month that ended on that day.
  const whole = period === "month" && (day === dayOf(asked.now) || isLastOfMonth(day));
  const grain = whole ? "month" : "day";
  const sums = await listModelSums({ grain, days: whole ? { start: first, end: first } : days, filtered });
  return { days, models: byModel(sums) };
}

/** Adds up the sums of several days by model, most calls first. */
export function byModel(sums: readonly ModelSum[]): ModelSum[] {
  const models = new Map<string, ModelSum>();
  for (const sum of sums) {
    const total = models.get(sum.model);
    if (total) addFigures(total, sum, MODEL_FIGURES);
    else models.set(sum.model, { ...sum });
  }
  return [...models.values()].sort(
    (one, other) => other.calls - one.calls || other.coins - one.coins || (one.model < other.model ? -1 : 1),
  );
}

/** Models, most calls first; all beyond the largest are merged into one (A3). */
export function listedModels(models: readonly ModelSum[]): ModelSum[] {
  return endInRest(models, {
    nameOf: ({ model }) => model,
    sizeOf: ({ calls }) => calls,
    restOf: (others, model) => ({ day: "", model, ...totalOf(others) }),
  });
}

/** Users with a chat event on the day. */
export async function countChatUsers({ day, filtered }: { day: string; filtered?: Filtered }): Promise<number> {
  const { modelId = null, userId = null, tenantId = null } = filtered ?? {};
  if (modelId === null && userId === null && tenantId === null) {
    const [row] = await listDayUsers({ days: { start: day, end: day }, kind: "chat" });
    return row?.users ?? 0;
  }
  const [row] = await db.query<{ users: number }>(
    `select count(distinct user_id)::int as users from usage_by_user where grain = 'day' and at = $1 and chat_events > 0
       and ($2::int is null or model_id = $2) and ($3::int is null or user_id = $3) and ($4::int is null or tenant_id = $4)`,
    [startOf(day), modelId, userId, tenantId],
  );
  return row?.users ?? 0;
}

function isLastOfMonth(day: string): boolean {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + 86_400_000).getUTCDate() === 1;
}
