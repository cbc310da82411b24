import type { Units } from "~/money/units";

/** The hourly checks of money, in the order they run and are shown. */
export const MONEY_CHECKS = [
  "movements",
  "provider-balance",
  "top-ups",
  "events",
  "ledger",
  "debts",
  "charges",
  "usage",
] as const;

/** Checks of `reconcile`: the hourly ones, and at night the counts of other screens. */
export const RECONCILED = [...MONEY_CHECKS, "counts"] as const;
export type ReconciledCheck = (typeof RECONCILED)[number];

/** All checks in display order: the hourly ones first, then the nightly ones. */
export const CHECK_NAMES = [...RECONCILED, "model-usage"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** Checks whether a check's differences are amounts of money. */
export function isOfMoney(name: CheckName): boolean {
  return name !== "counts" && name !== "model-usage";
}

/**
 * `silent`: the provider did not answer. `refused`: it refuses our key. `failed`: a fault of ours. `off`: there is no
 * provider.
 */
export type CheckState = "well" | "differs" | "silent" | "refused" | "failed" | "off";

/** A difference. An equal kind and subject is the same difference. */
export interface FoundDifference {
  kind: string;
  /** Subject: an id of the provider, a top-up, an account. */
  subject: string;
  text: string;
  ledgerUnits?: Units;
  providerUnits?: Units;
}

/** One figure of a check, as shown. */
export interface CheckFigure {
  label: string;
  text: string;
}

export interface CheckOutcome {
  figures: CheckFigure[];
  differences: FoundDifference[];
}

/** Runs once. May repair some of its findings and reports the rest. Throws ProviderSilent without an answer. */
export type Check = (given: { now: Date }) => Promise<CheckOutcome>;

export function figure(label: string, value: number | bigint | string): CheckFigure {
  return { label, text: String(value) };
}
