import type { Business, DemoTask } from "./business";
import { chanceOf } from "~/platform/chance";
import type { Customer } from "./customers";

const SEED = 20240509;
const HOUR_MS = 3_600_000;
/** Times at which the days before a deadline began; the demo's own customer rents no A100 then. */
const HOURS_AGO = [620, 430, 170];
const TASKS = 9;
/** Hours within which these customers ask for all of them. */
const WITHIN_HOURS = 8;
const CUSTOMERS = 3;
/** They registered before the first of these days. */
const REGISTERED_DAYS_AGO = 30;
const PPH = 249;

/**
 * Gives a few customers days on which they ask for more and larger tasks than their cluster has nodes for, so that a queue
 * forms. Each pays for a day's tasks before it.
 */
export function addRushes(all: { customer: Customer; business: Business }[], now: Date): void {
  const chance = chanceOf(SEED);
  const early = new Date(now.getTime() - REGISTERED_DAYS_AGO * 24 * HOUR_MS);
  const [first, ...others] = all
    .filter(({ customer }) => customer.state === "active" && customer.hasKey && customer.createdAt < early)
    .slice(-CUSTOMERS);
  if (!first) return;
  for (const hoursAgo of HOURS_AGO) {
    const beganMs = Math.floor(now.getTime() / 1000 - hoursAgo * 3600) * 1000;
    const tasks = Array.from({ length: TASKS }, () => {
      const [gpus, hours] = [chance.one([4, 8, 8, 16]), chance.whole(2, 5)];
      const task: DemoTask = {
        ...{
          resvGuid: chance.uuid(),
          taskName: `${chance.one(["pretrain", "ablation", "sweep"])}-${chance.whole(1, 999)}`,
        },
        ...{ cluster: "ams2", gpuType: "a100", gpus, pph: PPH * gpus, hours, state: "finished" },
        startedAt: new Date(beganMs + chance.whole(0, WITHIN_HOURS * 3600) * 1000),
      };
      return { task, business: chance.one([first, ...others]).business };
    });
    for (const business of new Set(tasks.map((one) => one.business))) {
      const its = tasks.flatMap((one) => (one.business === business ? [one.task] : []));
      const topupId = chance.uuid();
      business.topUps.push({
        ...{ topupId, paymentIntentId: `pi_demo_${topupId.replaceAll("-", "")}`, refusal: null },
        ...{ cents: its.reduce((sum, { pph, hours }) => sum + pph * hours, 0), at: new Date(beganMs - HOUR_MS) },
      });
      business.tasks.push(...its);
    }
  }
}
