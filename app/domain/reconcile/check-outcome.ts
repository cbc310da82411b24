import type { Units } from "~/domain/billing/units";

/** The checks of the money, in the order in which they run. */
export const HOURLY_CHECKS = [
  "movements",
  "provider-balance",
  "top-ups",
  "events",
  "ledger",
  "debts",
  "charges",
  "usage",
] as const;
export type HourlyCheck = (typeof HOURLY_CHECKS)[number];

/** Those that are shown, in their order: with the one that runs at night. */
export const CHECK_NAMES = [...HOURLY_CHECKS, "model-usage"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * `silent`: the provider gave no answer. `refused`: it does not take our key. `failed`: a fault of ours. `off`: there is
 * no provider to ask.
 */
export type CheckState = "well" | "differs" | "silent" | "refused" | "failed" | "off";

/** Something that does not add up. The same kind and subject again is the same difference. */
export interface FoundDifference {
  kind: string;
  /** What it is about: an id of the provider, a top-up, an account. */
  subject: string;
  text: string;
  ledgerUnits?: Units;
  providerUnits?: Units;
}

/** One figure of a check, as it is shown. */
export interface CheckFigure {
  label: string;
  text: string;
}

export interface CheckOutcome {
  figures: CheckFigure[];
  differences: FoundDifference[];
}

/** Looks once. May put right what it finds; what is left it reports. Throws ProviderSilent when it was given no answer. */
export type Check = (given: { now: Date }) => Promise<CheckOutcome>;

export function figure(label: string, value: number | bigint | string): CheckFigure {
  return { label, text: String(value) };
}
