import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { typedCents } from "~/platform/typed-dollars";
import { amountFault, isWithin, TOPUP_DOLLARS } from "~/payments/top-up-limits";
import type { AutoSettings } from "./auto-need";

const THRESHOLD_DOLLARS = { min: 1, max: 5000 } as const;
const MONTH_CAP_DOLLARS_MAX = 100_000;
/** The form's defaults, in dollars. */
export const AUTO_DEFAULT_DOLLARS = { threshold: "10.00", amount: "50.00", month_cap: "500.00" } as const;

export interface TypedSettings {
  threshold: string;
  amount: string;
  month_cap: string;
}

type Fields = Partial<Record<keyof TypedSettings, string>>;

/** Parses the settings to whole cents from their digits, or returns which field is wrong. */
export function readAutoSettings(
  typed: TypedSettings,
): { settings: AutoSettings; fields: null } | { settings: null; fields: Fields } {
  const thresholdCents = typedCents(typed.threshold);
  const cents = typedCents(typed.amount);
  const monthCapCents = typedCents(typed.month_cap);
  const fields: Fields = {};
  if (!within(thresholdCents, THRESHOLD_DOLLARS.min, THRESHOLD_DOLLARS.max))
    fields.threshold = amountFault(typed.threshold, "The threshold must be between $1 and $5000.");
  if (!within(cents, TOPUP_DOLLARS.topup_min, TOPUP_DOLLARS.topup_max))
    fields.amount = amountFault(typed.amount, M.amountOutOfRange);
  if (!within(monthCapCents, TOPUP_DOLLARS.topup_min, MONTH_CAP_DOLLARS_MAX))
    fields.month_cap = amountFault(
      typed.month_cap,
      `The monthly cap must be between $${TOPUP_DOLLARS.topup_min} and $${MONTH_CAP_DOLLARS_MAX}.`,
    );
  else if (!fields.amount && cents !== null && monthCapCents !== null && monthCapCents < cents)
    fields.month_cap = "The monthly cap must leave room for one top-up.";
  if (thresholdCents === null || cents === null || monthCapCents === null || Object.keys(fields).length > 0)
    return { settings: null, fields };
  return { settings: { thresholdCents, cents, monthCapCents }, fields: null };
}

function within(cents: Cents | null, minDollars: number, maxDollars: number): boolean {
  return cents !== null && isWithin(cents, minDollars, maxDollars);
}
