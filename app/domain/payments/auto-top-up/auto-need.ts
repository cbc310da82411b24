import { type Cents, centsToUnits, type Units } from "~/domain/billing/units";
import { TOPUP_DAY_CENTS } from "../top-up-limits";
import { mayBegin, type Standing } from "./auto-standing";

export interface AutoSettings {
  thresholdCents: Cents;
  cents: Cents;
  monthCapCents: Cents;
}

export interface AutoFacts extends AutoSettings, Standing {
  /** What the tenant has now, charges up to now taken off; below 0 when it owes. */
  availableUnits: Units;
  /** Top-ups whose money may still come: they count as if they were there, so that one need is not met twice. */
  underWayCents: Cents;
  /** By automatic top-ups this month, those under way included. */
  monthCents: Cents;
  /** By all top-ups today (B10). */
  dayCents: Cents;
  /** Nothing is charged meanwhile; null: nothing is in its way. */
  paused: AutoPause | null;
  /** The default card. */
  pmId: string | null;
}

/** A payment is disputed, or a user of the tenant is suspended. */
export type AutoPause = "disputed" | "suspended";

/**
 * `capped`: there is a need, and the month's cap forbids it. `day_limit`: the limit of all top-ups of a day does.
 * `no_card`: there is nothing to charge.
 */
export type AutoNeed = "none" | "charge" | "capped" | "day_limit" | "no_card";

/** What is to be done for a tenant now. */
export function autoNeed(facts: AutoFacts, now: Date): AutoNeed {
  if (!mayBegin(facts, now) || facts.paused || !isLow(facts)) return "none";
  if (isCapped(facts)) return "capped";
  if (isDayLimited(facts)) return "day_limit";
  return facts.pmId ? "charge" : "no_card";
}

/** Whether another top-up would pass the month's cap. */
export function isCapped(facts: Pick<AutoFacts, "monthCents" | "cents" | "monthCapCents">): boolean {
  return facts.monthCents + facts.cents > facts.monthCapCents;
}

/** Whether another top-up would pass the limit of a day (B10). */
export function isDayLimited(facts: Pick<AutoFacts, "dayCents" | "cents">): boolean {
  return facts.dayCents + facts.cents > TOPUP_DAY_CENTS;
}

/** Whether the balance, with what is under way, is below the threshold. */
function isLow(facts: Pick<AutoFacts, "availableUnits" | "underWayCents" | "thresholdCents">): boolean {
  return facts.availableUnits + centsToUnits(facts.underWayCents) < centsToUnits(facts.thresholdCents);
}
