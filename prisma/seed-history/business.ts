import type { Vat } from "~/payments/vat";
import type { Share } from "~/compute/planner";
import type { Chance } from "~/platform/chance";
import type { Customer } from "./customers";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CENTS_PER_HOUR = { a5000: 95, a100: 249 } as const;
const GIVEN_CENTS = 1000;

export interface DemoTopUp {
  topupId: string;
  paymentIntentId: string;
  cents: number;
  at: Date;
  /** Null for a paid one. */
  refusal: string | null;
  /** On top of `cents`; absent: VAT was off. */
  vat?: Vat | null;
}

export interface DemoTask {
  resvGuid: string;
  taskName: string;
  cluster: "fra1" | "ams2";
  gpuType: keyof typeof CENTS_PER_HOUR;
  gpus: number;
  /** Cents per hour of the whole task. */
  pph: number;
  startedAt: Date;
  hours: number;
  state: "finished" | "killed" | "failed" | "lost";
  tags?: string[];
  /** An incident that ended: its node fell silent after some hours, for some minutes, which are free. */
  gap?: { afterHours: number; minutes: number };
  /** The node that it must have, and the first GPU there. */
  place?: { nodeName: string; gpu: number };
  /** Its GPUs; absent: any node of its kind, from GPU 0 on. */
  shares?: readonly Share[];
  /** When it was accepted; absent: as it was placed. */
  queuedAt?: Date;
}

export interface Business {
  topUps: DemoTopUp[];
  /** Time of the redemption of the welcome code; null: never. */
  redeemedAt: Date | null;
  tasks: DemoTask[];
}

/** Creates the payments, credits and tasks of a customer, never worth more than the customer has. */
export function demoBusiness(customer: Customer, chance: Chance, now: Date): Business {
  const nothing = { topUps: [], redeemedAt: null, tasks: [] };
  if (customer.state === "unverified" || !customer.hasKey) return nothing;
  const later = (from: Date, hours: number) =>
    new Date(Math.min(from.getTime() + hours * HOUR_MS, now.getTime() - HOUR_MS));
  const redeemedAt = chance.happens(0.35) ? later(customer.createdAt, chance.whole(1, 40)) : null;
  const topUps: DemoTopUp[] = [];
  for (let at = customer.createdAt; topUps.length < 4 && chance.happens(0.62);) {
    at = later(at, chance.whole(2, 24 * 9));
    topUps.push(aTopUp(chance, at, chance.happens(0.07) ? "Your card was declined." : null));
  }
  const paid = topUps.filter(({ refusal }) => refusal === null);
  const credits = [...paid, ...(redeemedAt ? [{ at: redeemedAt, cents: GIVEN_CENTS }] : [])];
  return { topUps, redeemedAt, tasks: tasksOf(credits, chance, now) };
}

function aTopUp(chance: Chance, at: Date, refusal: string | null): DemoTopUp {
  const topupId = chance.uuid();
  const cents = chance.one([2500, 5000, 5000, 5000, 10_000, 25_000]);
  return { topupId, paymentIntentId: `pi_demo_${topupId.replaceAll("-", "")}`, cents, at, refusal };
}

/** Creates successive tasks, from the last credit on, as long as money and time last; each in whole hours. */
function tasksOf(credits: { at: Date; cents: number }[], chance: Chance, now: Date): DemoTask[] {
  const tasks: DemoTask[] = [];
  const [first] = credits.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (!first) return tasks;
  let startMs = first.at.getTime();
  const spentOf = () => tasks.reduce((sum, { pph, hours }) => sum + pph * hours, 0);
  for (let tries = chance.whole(2, 14); tries > 0; tries -= 1) {
    startMs = Math.ceil((startMs + chance.whole(1, 60) * HOUR_MS) / 1000) * 1000;
    const gpuType = chance.happens(0.7) ? "a5000" : "a100";
    const gpus = chance.one([1, 1, 1, 2, 2, 4, 8]);
    const hours = chance.whole(1, 18);
    const pph = CENTS_PER_HOUR[gpuType] * gpus;
    const endMs = startMs + hours * HOUR_MS;
    if (endMs > now.getTime() - 60_000) break;
    const had = credits.filter(({ at }) => at.getTime() <= startMs).reduce((sum, { cents }) => sum + cents, 0);
    if (spentOf() + pph * hours > had) continue;
    tasks.push({
      resvGuid: chance.uuid(),
      taskName: `${chance.one(["train", "finetune", "eval", "render", "embed", "sweep"])}-${String(chance.whole(1, 999))}`,
      cluster: gpuType === "a5000" ? "fra1" : "ams2",
      gpuType,
      gpus,
      pph,
      startedAt: new Date(startMs),
      hours,
      state: chance.happens(0.3) ? "killed" : "finished",
    });
    startMs = endMs;
  }
  return tasks;
}

/** Returns the days of a trial: some have ended, some end this week. */
export function trialOf({ createdAt, status }: Customer, now: Date): { start: Date; end: Date; ended: boolean } | null {
  if (status === "trial") {
    const end = new Date(now.getTime() + (1 + (createdAt.getTime() % 9)) * DAY_MS);
    return { start: new Date(Math.max(createdAt.getTime(), end.getTime() - 14 * DAY_MS)), end, ended: false };
  }
  const end = new Date(createdAt.getTime() + 15 * DAY_MS);
  const had = status === "canceled" && end < now;
  return had ? { start: new Date(createdAt.getTime() + DAY_MS), end, ended: true } : null;
}
