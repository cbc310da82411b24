import type { UsageKind } from "~/usage/grains";
import type { Chance } from "~/platform/chance";
import { type DemoModel, MODELS } from "./models";

const DAY_MS = 86_400_000;
const VERSIONS = ["ide-1.4.2", "ide-1.5.0", "ide-1.6.1"] as const;
const OTHER_CLIENTS = ["cli-0.9.3", "web-2024.3"] as const;

/** A user of models in the demo. */
export interface DemoUser {
  userId: number;
  tenantId: number;
  /** Relative use: 1 is usual; paying users have more. */
  appetite: number;
  /** Index of the user, which selects their models and their client. */
  place: number;
}

export interface DemoEvent {
  ts: Date;
  user: DemoUser;
  model: string;
  kind: UsageKind;
  calls: number;
  prompt: number;
  generated: number;
  cacheRead: number;
  cacheCreation: number;
  completed: boolean;
  latencyMs: number;
  batchSize: number | null;
  gpus: number | null;
  busyPct: number | null;
  clientVersion: string;
}

/** Creates the event of a user at that time: a few calls of a model as it is then. */
export function demoEvent(chance: Chance, user: DemoUser, ts: Date, now: Date): DemoEvent {
  const daysAgo = (now.getTime() - ts.getTime()) / DAY_MS;
  const model = modelOf(chance, user, daysAgo);
  const kind = chance.one(model.kinds);
  const calls =
    kind === "completion" ? chance.whole(4, 24) : kind === "agent" ? chance.whole(1, 4) : chance.whole(1, 3);
  // Spreads a value around the usual one, seldom far above it, as real times and sizes do.
  const spread = () => (0.45 + chance.whole(0, 100) / 90) * (chance.happens(0.06) ? 2.6 : 1);
  const prompt = Math.round(model.prompt * calls * spread() * user.appetite);
  const cacheRead = Math.round(prompt * model.cached * (chance.whole(40, 120) / 100));
  // A morning on which one model failed a lot.
  const failing = model.name === "vendor/model-x_2" && daysAgo > 5.2 && daysAgo < 5.7 ? 0.3 : 0.015;
  const busyPct = model.gpus === null ? null : Math.min(100, Math.round(20 + 55 * spread()));
  return {
    ...{ ts, user, kind, calls, cacheRead, busyPct, model: model.name, gpus: model.gpus },
    prompt: Math.max(1, prompt - Math.min(prompt - 1, cacheRead)),
    generated: Math.round(model.generated * calls * spread() * user.appetite),
    cacheCreation: model.cached > 0 && chance.happens(0.3) ? Math.round(prompt * 0.12) : 0,
    completed: !chance.happens(failing),
    latencyMs: Math.max(20, Math.round(model.latencyMs * spread() * (failing > 0.1 ? 2.2 : 1))),
    batchSize: model.gpus === null ? null : chance.whole(1, 8),
    clientVersion: clientOf(user, daysAgo),
  };
}

/** Chooses a model; each user mostly uses three. */
function modelOf(chance: Chance, { place }: DemoUser, daysAgo: number): DemoModel {
  const there = MODELS.filter(({ from, until }) => daysAgo <= from && daysAgo >= until);
  const [first = MODELS[0], ...rest] = chance.happens(0.75)
    ? there.filter((_, index) => (index + place) % 4 === 0)
    : there;
  return weighed(chance, [first, ...rest]);
}

function weighed(chance: Chance, models: readonly [DemoModel, ...DemoModel[]]): DemoModel {
  let left = chance.whole(
    1,
    models.reduce((sum, { weight }) => sum + weight, 0),
  );
  return models.find(({ weight }) => (left -= weight) <= 0) ?? models[0];
}

/** Returns the client's version; most users update within two weeks. */
function clientOf({ place }: DemoUser, daysAgo: number): string {
  if (place % 6 === 5) return OTHER_CLIENTS[place % 2] ?? OTHER_CLIENTS[0];
  const late = (place * 7) % 14;
  const version = daysAgo + late > 60 ? 0 : daysAgo + late > 25 ? 1 : 2;
  return VERSIONS[version];
}
