import { type Cents, centsToUnits, type Units } from "~/money/units";
import { TOPUP_DAY_CENTS } from "~/payments/top-up-limits";
import { mayBegin, type Standing } from "./auto-standing";

export interface AutoSettings {
  thresholdCents: Cents;
  cents: Cents;
  monthCapCents: Cents;
}

export interface AutoFacts extends AutoSettings, Standing {
  /** Present funds, after unposted charges; below 0 for a debt. */
  availableUnits: Units;
  /** Open top-ups: they count as paid, so that one need is not met twice. */
  underWayCents: Cents;
  /** The automatic top-ups of this month, including open ones. */
  monthCents: Cents;
  /** Sum of today's top-ups (B10). */
  dayCents: Cents;
  /** Why nothing is charged for now; null: nothing prevents it. */
  paused: AutoPause | null;
  /** The default card. */
  pmId: string | null;
}

/** A payment is disputed, a user of the tenant is suspended, or payments may be missing after a restore. */
export type AutoPause = "disputed" | "suspended" | "restored";

/**
 * `capped`: the month's cap prevents a needed charge. `day_limit`: the daily limit of all top-ups does. `no_card`:
 * there is no card to charge.
 */
export type AutoNeed = "none" | "charge" | "capped" | "day_limit" | "no_card";

/** The action that a tenant needs now. */
export function autoNeed(facts: AutoFacts, now: Date): AutoNeed {
  if (!mayBegin(facts, now) || facts.paused || !isLow(facts)) return "none";
  if (isCapped(facts)) return "capped";
  if (isDayLimited(facts)) return "day_limit";
  return facts.pmId ? "charge" : "no_card";
}

/** Checks whether another top-up would exceed the month's cap. */
export function isCapped(facts: Pick<AutoFacts, "monthCents" | "cents" | "monthCapCents">): boolean {
  return facts.monthCents + facts.cents > facts.monthCapCents;
}

/** Checks whether another top-up would exceed the daily limit (B10). */
export function isDayLimited(facts: Pick<AutoFacts, "dayCents" | "cents">): boolean {
  return facts.dayCents + facts.cents > TOPUP_DAY_CENTS;
}

/** Checks whether the balance plus open top-ups is below the threshold. */
function isLow(facts: Pick<AutoFacts, "availableUnits" | "underWayCents" | "thresholdCents">): boolean {
  return facts.availableUnits + centsToUnits(facts.underWayCents) < centsToUnits(facts.thresholdCents);
}
