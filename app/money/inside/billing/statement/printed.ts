import { divideDown } from "~/money/units";

/** A document's printed amounts in whole steps: opening, each line in order, closing. */
export interface Printed {
  opening: bigint;
  lines: bigint[];
  closing: bigint;
}

/**
 * Rounds the amounts of a document to whole steps that add up: the largest remainder method. Balances and lines are
 * rounded down. Missing steps go to the lines that lost most, the first of equal ones. Whole steps stay as they are.
 */
export function printed(openingUnits: bigint, lineUnits: readonly bigint[], step: bigint): Printed {
  const closingUnits = lineUnits.reduce((sum, units) => sum + units, openingUnits);
  const [opening, closing] = [divideDown(openingUnits, step), divideDown(closingUnits, step)];
  const lines = lineUnits.map((units) => divideDown(units, step));
  const missing = closing - opening - lines.reduce((sum, steps) => sum + steps, 0n);
  const remainders = lineUnits.map((units, index) => Number(units - (lines[index] ?? 0n) * step));
  const byRemainder = (one: number, other: number) => (remainders[other] ?? 0) - (remainders[one] ?? 0) || one - other;
  const served = missing === 0n ? [] : [...lines.keys()].sort(byRemainder).slice(0, Number(missing));
  for (const index of served) lines[index] = (lines[index] ?? 0n) + 1n;
  return { opening, lines, closing };
}
