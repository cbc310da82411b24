import { UNITS_PER_CENT } from "./units";

/** SQL of `unitsFor`: what whole seconds at a price in cents per hour cost, in units (B1). */
export const secondsCost = (pphCents: string, seconds: string) => `${pphCents}::bigint * ${seconds}`;

/** SQL of the inverse of `secondsCost`: the whole seconds that an amount in cents pays. */
export const secondsPaid = (cents: string, pphCents: string) => `${unitsOfCents(cents)} / ${pphCents}`;

/** SQL of `centsToUnits`. */
export const unitsOfCents = (cents: string) => `${cents}::bigint * ${UNITS_PER_CENT}`;

/**
 * Units that the ledger has taken for a row of `task`: by the second until its settlement, then the billed amount (B4).
 */
export const TAKEN_UNITS = `case when settled_at is null then ${secondsCost("pph", "charged_seconds")}
  else ${unitsOfCents("billed_cents")} end`;
