import { M } from "~/money/messages";
import { typedCents } from "~/platform/typed-dollars";
import { type Cents, UNITS_PER_CENT } from "~/money/units";

/** A tenant's planned monthly spend on tasks, and the shares at which it is notified (B18). */
export interface BudgetSettings {
  /** Null without a budget. */
  cents: Cents | null;
  /** Shares of it in percent, ascending and unique. */
  toldAt: number[];
  /** The balance below which to notify the tenant; null for none. */
  belowCents: Cents | null;
}

const MOST_PERCENTS = 6;
const PERCENT_MAX = 200;
const DOLLARS_MAX = 1_000_000n;

export interface TypedBudget {
  budget: string;
  percents: string;
  below: string;
}

type Fields = Partial<Record<keyof TypedBudget, string>>;

/** Parses the settings from their digits, or returns which field is wrong. An empty amount switches its half off. */
export function readBudgetSettings(
  typed: TypedBudget,
): { settings: BudgetSettings; fields: null } | { settings: null; fields: Fields } {
  const [cents, belowCents] = [amountOf(typed.budget), amountOf(typed.below)];
  const toldAt = percentsOf(typed.percents);
  const fields: Fields = {};
  if (cents === "wrong") fields.budget = M.spendBudgetWrong;
  if (belowCents === "wrong") fields.below = M.alertBalanceWrong;
  if (toldAt === null || (cents !== null && toldAt.length === 0)) fields.percents = M.budgetPercentsWrong;
  if (cents === "wrong" || belowCents === "wrong" || toldAt === null || fields.percents)
    return { settings: null, fields };
  return { settings: { cents, toldAt, belowCents }, fields: null };
}

function amountOf(typed: string): Cents | null | "wrong" {
  if (typed.trim() === "") return null;
  const cents = typedCents(typed);
  return cents === null || cents < 100n || cents > DOLLARS_MAX * 100n ? "wrong" : cents;
}

/** `50, 80 and 100 %` → 50, 80, 100; null if it is not a list of at most six whole percentages. */
export function percentsOf(typed: string): number[] | null {
  const words = typed
    .replaceAll("%", " ")
    .split(/[\s,;]+|\band\b/)
    .filter(Boolean);
  if (!words.every((word) => /^[1-9]\d{0,2}$/.test(word))) return null;
  const percents = [...new Set(words.map(Number))].sort((one, other) => one - other);
  return percents.length > MOST_PERCENTS || percents.some((one) => one > PERCENT_MAX) ? null : percents;
}

/** The largest share that is reached; 0 for none. */
export function reachedShare(asked: { spentUnits: bigint; cents: Cents | null; toldAt: readonly number[] }): number {
  const { spentUnits, cents, toldAt } = asked;
  if (cents === null) return 0;
  return toldAt.findLast((percent) => spentUnits * 100n >= cents * UNITS_PER_CENT * BigInt(percent)) ?? 0;
}
