import { asUnits, type Units, UNITS_PER_CENT } from "~/money/units";
import { centsText, grouped, MINUS } from "~/platform/cents-text";

/** An exact amount: dollars and cents, and the rest of a cent in units (B1). `rest` is empty for whole cents. */
export interface ExactDollars {
  dollars: string;
  rest: string;
}

/** Splits without rounding: both parts together are the amount, each with its sign. */
export function exactDollars(units: Units): ExactDollars {
  const minus = units < 0n;
  const size = minus ? asUnits(-units) : units;
  const rest = size % UNITS_PER_CENT;
  return {
    dollars: `${minus ? MINUS : ""}${centsText(size / UNITS_PER_CENT)}`,
    rest: rest === 0n ? "" : `${minus ? MINUS : "+"}${grouped(String(rest))} u`,
  };
}

/** Formats an exact amount as one text. */
export function exactText(units: Units): string {
  const { dollars, rest } = exactDollars(units);
  return rest ? `${dollars} ${rest}` : dollars;
}
