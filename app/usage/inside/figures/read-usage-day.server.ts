import { db } from "~/platform/db.server";
import { momentsOf } from "~/platform/day-range";
import type { Filtered } from "./find-filtered.server";
import { readModelNames, readUserNames } from "./names.server";

type Ids = Pick<Filtered, "modelId" | "userId" | "tenantId">;

export interface DayOfModel {
  name: string;
  hit: number;
  completed: number;
}

export interface DayOfUser {
  name: string;
  calls: number;
  tokens: number;
}

export interface DayOfHour {
  /** Start of the hour, epoch seconds. */
  ts: number;
  hit: number;
  completed: number;
  tokens: number;
}

/** Usage of a day by model, user and hour; models and users with the most calls first. */
export interface UsageDay {
  models: DayOfModel[];
  /** Users, up to the requested number. */
  users: DayOfUser[];
  /** Calls and tokens of all others together. */
  otherUsers: { calls: number; tokens: number };
  hours: DayOfHour[];
}

interface Asked {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  filtered: Ids;
  mostUsers: number;
}

export async function readUsageDay(asked: Asked): Promise<UsageDay> {
  const { userId, tenantId } = asked.filtered;
  const { models, users, hours } = userId === null && tenantId === null ? await sumAll(asked) : await sumSome(asked);
  const [modelNames, userNames] = await Promise.all([
    readModelNames(models.map(({ id }) => id)),
    readUserNames(users.map(({ id }) => id)),
  ]);
  const left = (of: "calls" | "tokens") =>
    hours.reduce((sum, hour) => sum + (of === "calls" ? hour.hit : hour.tokens), 0) -
    users.reduce((sum, user) => sum + user[of], 0);
  return {
    models: models.map(({ id, hit, completed }) => ({ name: modelNames.get(id) ?? String(id), hit, completed })),
    users: users.map(({ id, calls, tokens }) => ({ name: userNames.get(id) ?? String(id), calls, tokens })),
    // The queries run one after the other, so events in between can make the rest too small, even negative.
    otherUsers: { calls: Math.max(0, left("calls")), tokens: Math.max(0, left("tokens")) },
    hours,
  };
}

interface Sums {
  models: { id: number; hit: number; completed: number }[];
  users: { id: number; calls: number; tokens: number }[];
  hours: DayOfHour[];
}

async function sumAll({ day, filtered: { modelId }, mostUsers }: Asked): Promise<Sums> {
  const { from, until } = momentsOf({ start: day, end: day });
  const [models, users, hours] = await Promise.all([
    db.query<Sums["models"][number]>(
      `select model_id as id, sum(calls::float8) as hit, sum(completed::float8) as completed from usage_by_model
       where grain = 'day' and at = $1 and ($2::int is null or model_id = $2) group by 1 order by 2 desc, 1`,
      [from, modelId],
    ),
    largestUsers(from, modelId, mostUsers),
    db.query<DayOfHour>(
      `select extract(epoch from at)::float8 as ts, sum(calls::float8) as hit, sum(completed::float8) as completed,
         sum((prompt_tokens + generated_tokens)::float8) as tokens
       from usage_by_model where grain = 'hour' and at >= $1 and at < $2 and ($3::int is null or model_id = $3)
       group by 1 order by 1`,
      [from, until, modelId],
    ),
  ]);
  return { models, users, hours };
}

async function largestUsers(at: Date, modelId: number | null, most: number): Promise<Sums["users"]> {
  return await db.query(
    `select user_id as id, sum(calls::float8) as calls, sum((prompt_tokens + generated_tokens)::float8) as tokens
     from usage_by_user where grain = 'day' and at = $1 and ($2::int is null or model_id = $2) group by 1 order by 2 desc, 1 limit $3`,
    [at, modelId, most],
  );
}

interface Point {
  ts: number;
  modelId: number;
  userId: number;
  hit: number;
  completed: number;
  tokens: number;
}

/** Sums a filtered day. A user or a tenant has few points, so they are read once and summed here. */
async function sumSome({ day, filtered, mostUsers }: Asked): Promise<Sums> {
  const { from, until } = momentsOf({ start: day, end: day });
  const points = await db.query<Point>(
    `select extract(epoch from at)::float8 as ts, model_id as "modelId", user_id as "userId", sum(calls::float8) as hit,
       sum(completed::float8) as completed, sum((prompt_tokens + generated_tokens)::float8) as tokens
     from usage_by_user
     where grain = 'hour' and at >= $1 and at < $2 and ($3::int is null or model_id = $3)
       and ($4::int is null or user_id = $4) and ($5::int is null or tenant_id = $5)
     group by 1, 2, 3`,
    [from, until, filtered.modelId, filtered.userId, filtered.tenantId],
  );
  const models = sumBy(points, ({ modelId }) => modelId);
  const users = sumBy(points, ({ userId }) => userId);
  return {
    models: mostCalled(models),
    users: mostCalled(users)
      .slice(0, mostUsers)
      .map(({ id, hit, tokens }) => ({ id, calls: hit, tokens })),
    hours: sumBy(points, ({ ts }) => ts)
      .map(({ id, ...hour }) => ({ ts: id, ...hour }))
      .sort((one, other) => one.ts - other.ts),
  };
}

function sumBy(points: readonly Point[], idOf: (point: Point) => number) {
  const sums = new Map<number, { id: number; hit: number; completed: number; tokens: number }>();
  for (const point of points) {
    const id = idOf(point);
    const { hit = 0, completed = 0, tokens = 0 } = sums.get(id) ?? {};
    sums.set(id, {
      id,
      hit: hit + point.hit,
      completed: completed + point.completed,
      tokens: tokens + point.tokens,
    });
  }
  return [...sums.values()];
}

function mostCalled<Sum extends { id: number; hit: number }>(sums: Sum[]): Sum[] {
  return sums.toSorted((one, other) => other.hit - one.hit || one.id - other.id);
}
