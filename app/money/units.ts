/** Ledger unit: 1/3600 cent, so that a task with a pph of p costs exactly p units a second (B1). */
export type Units = bigint & { readonly __unit: "ledger units" };
/** Price per hour in whole cents. It is a rate: only `unitsFor` turns it into an amount. */
export type PphCents = number & { readonly __unit: "cents per hour" };
/** An amount in whole cents. */
export type Cents = bigint & { readonly __unit: "cents" };

export const UNITS_PER_CENT = 3600n;
export const UNITS_PER_DOLLAR = 360_000n;
/** A ten-thousandth of a dollar: the smallest amount shown (0.8). */
export const UNITS_PER_DOLLAR4 = 36n;
const CENTS_PER_DOLLAR = 100;
export const DOLLAR4_PER_DOLLAR = 10_000;

export const ZERO = 0n as Units;

export function asUnits(units: bigint): Units {
  return units as Units;
}

export function asPphCents(pphCents: number): PphCents {
  if (!Number.isSafeInteger(pphCents) || pphCents < 0) throw new RangeError(`${pphCents} is not a price`);
  return pphCents as PphCents;
}

export function centsToUnits(cents: bigint): Units {
  return asUnits(cents * UNITS_PER_CENT);
}

/** The exact cost of a rate over whole seconds (B1). */
export function unitsFor(pphCents: PphCents, seconds: number): Units {
  return asUnits(BigInt(pphCents) * BigInt(seconds));
}

/** Whole cents in an amount, rounded down (B4). */
export function wholeCents(units: Units): Cents {
  return divideDown(units, UNITS_PER_CENT) as Cents;
}

/** Dollars with 4 decimals, rounded down, as the JSON number `dollars_est` (0.8). */
export function unitsToDollars4(units: Units): number {
  return Number(divideDown(units, UNITS_PER_DOLLAR4)) / DOLLAR4_PER_DOLLAR;
}

/** Dollars with 2 decimals, rounded down, as the JSON number `dollars_billed` (0.8). */
export function unitsToDollars2(units: Units): number {
  return centsToDollars(wholeCents(units));
}

export function centsToDollars(cents: Cents): number {
  return Number(cents) / CENTS_PER_DOLLAR;
}

/** The only rounding of money: towards minus infinity, so that screens never show more than there is. */
export function divideDown(amount: bigint, by: bigint): bigint {
  const quotient = amount / by;
  return amount % by < 0n ? quotient - 1n : quotient;
}
