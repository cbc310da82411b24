import { UNITS_PER_CENT, UNITS_PER_DOLLAR4 } from "~/money/units";
import { type Printed, printed } from "./printed";
import type { Statement } from "./statement";

/** Whole cents of a statement, for people; printed amounts add up. */
export function inCents({ opening, lines }: Statement): Printed {
  const units = lines.map((line) => line.units);
  return printed(opening.units, units, UNITS_PER_CENT);
}

/** Ten-thousandths of a dollar, for programs and spreadsheets; a column adds up too. */
export function inDollars4({ opening, lines }: Statement): Printed {
  const units = lines.map((line) => line.units);
  return printed(opening.units, units, UNITS_PER_DOLLAR4);
}

/** Ten-thousandths of a dollar as a decimal: `-3.8971`. */
export function dollars4Text(steps: bigint): string {
  const digits = String(steps < 0n ? -steps : steps).padStart(5, "0");
  return `${steps < 0n ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
