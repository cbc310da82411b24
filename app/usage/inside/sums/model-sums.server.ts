import { db } from "~/platform/db.server";
import { type Days, momentsOf } from "~/platform/day-range";
import { addFigures } from "./add-figures";
import type { Filtered } from "~/usage/inside/figures/find-filtered.server";

/** Sums of a model's events over a time. */
export interface ModelSum {
  /** The first day of that time, `YYYY-MM-DD`. */
  day: string;
  model: string;
  events: number;
  calls: number;
  failed: number;
  /** Events without coins, because the model had no price. */
  unpriced: number;
  prompt: number;
  generated: number;
  cacheRead: number;
  cacheCreation: number;
  coins: number;
}

/** Agents' events of a day, of all users. */
export interface AgentDay {
  day: string;
  calls: number;
}

/** `sum`, or nothing for rows that are not grouped. */
const figures = (
  sum: "sum" | "",
) => `${sum}(events::float8) as events, ${sum}(calls::float8) as calls, ${sum}(failed::float8) as failed,
  ${sum}(prompt_tokens::float8) as prompt, ${sum}(generated_tokens::float8) as generated, ${sum}(cache_read_tokens::float8) as "cacheRead",
  ${sum}(cache_creation_tokens::float8) as "cacheCreation", ${sum}(coins::float8) as coins`;
const NAMED = `to_char(s.at at time zone 'UTC', 'YYYY-MM-DD') as day, m.name as model`;

interface Asked {
  grain: "day" | "month";
  days: Days;
  filtered?: Filtered;
}

/** Reads sums by model and day, or month, over the inclusive days. Uses the sums by user if users are chosen. */
export async function listModelSums({ grain, days, filtered }: Asked): Promise<ModelSum[]> {
  const { from, until } = momentsOf(days);
  const { modelId = null, userId = null, tenantId = null } = filtered ?? {};
  if (userId === null && tenantId === null)
    return await db.query<ModelSum>(
      `select ${NAMED}, ${figures("")}, unpriced::float8 from usage_by_model s join usage_model m on m.id = s.model_id
       where grain = $1 and at >= $2 and at < $3 and ($4::int is null or model_id = $4) order by at, model_id`,
      [grain, from, until, modelId],
    );
  return await db.query<ModelSum>(
    `select ${NAMED}, events, calls, failed, prompt, generated, "cacheRead", "cacheCreation", coins, 0::float8 as unpriced
     from (
       select at, model_id, ${figures("sum")} from usage_by_user
       where grain = $1 and at >= $2 and at < $3 and ($4::int is null or model_id = $4)
         and ($5::int is null or user_id = $5) and ($6::int is null or tenant_id = $6) group by at, model_id) s
     join usage_model m on m.id = s.model_id order by s.at, s.model_id`,
    [grain, from, until, modelId, userId, tenantId],
  );
}

/** Calls of agents by day; days without any are omitted. */
export async function listAgentDays({ days }: { days: Days }): Promise<AgentDay[]> {
  const { from, until } = momentsOf(days);
  return await db.query<AgentDay>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(agent_calls::float8) as calls from usage_by_model
     where grain = 'day' and at >= $1 and at < $2 and agent_calls > 0 group by at order by at`,
    [from, until],
  );
}

/** Users with events of a kind by day; days without any are omitted. */
export async function listDayUsers(asked: {
  days: Days;
  kind: "chat" | "agent";
}): Promise<{ day: string; users: number }[]> {
  return await db.query<{ day: string; users: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, ${asked.kind}_users as users from usage_day_users
     where day between $1 and $2 and ${asked.kind}_users > 0 order by 1`,
    [asked.days.start, asked.days.end],
  );
}

const NOTHING: Omit<ModelSum, "day" | "model"> = {
  events: 0,
  calls: 0,
  failed: 0,
  unpriced: 0,
  prompt: 0,
  generated: 0,
  cacheRead: 0,
  cacheCreation: 0,
  coins: 0,
};
export type Sum = typeof NOTHING;
export const MODEL_FIGURES = Object.keys(NOTHING) as (keyof Sum)[];

/** Adds all sums up. */
export function totalOf(sums: readonly Sum[]): Sum {
  const total = { ...NOTHING };
  for (const sum of sums) addFigures(total, sum, MODEL_FIGURES);
  return total;
}
