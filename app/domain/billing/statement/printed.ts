import { divideDown } from "../units";

/** What is printed of a document's amounts, as whole steps: opening, each line in order, closing. */
export interface Printed {
  opening: bigint;
  lines: bigint[];
  closing: bigint;
}

/**
 * Rounds the amounts of one document to whole steps so that what is printed adds up. Balances are rounded down. Lines
 * are too, and the steps that are missing then go to the lines that lost most by it, of equal ones to the first: the
 * method of the largest remainder. An amount of whole steps is printed as it is.
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
