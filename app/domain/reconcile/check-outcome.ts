import type { Units } from "~/domain/billing/units";

/** The checks of the money, each hour, in the order in which they run and are shown. */
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

/** Those that `reconcile` runs: of the money, and of the counts that other screens show, at night. */
export const RECONCILED = [...MONEY_CHECKS, "counts"] as const;
export type ReconciledCheck = (typeof RECONCILED)[number];

/** All that are shown, in their order: below the money what is looked at each night. */
export const CHECK_NAMES = [...RECONCILED, "model-usage"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** Whether its difference is one of money. */
export function isOfMoney(name: CheckName): boolean {
  return name !== "counts" && name !== "model-usage";
}

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
