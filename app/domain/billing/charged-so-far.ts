import { asPphCents, unitsFor, unitsToDollars4 } from "./units";

/** Dollars for the charged seconds of a task at its price in cents per hour, before refunds (B1). */
export function chargedDollars({ pph, uptime }: { pph: number; uptime: number }): number {
  return unitsToDollars4(unitsFor(asPphCents(pph), uptime));
}
