import { asUnits, type Units } from "./units";

/** Hours of a month for monthly prices (CALC_HOURS). */
export const MONTH_HOURS = 730n;

/** A volume that costs money, charged up to `from`, an epoch second. */
export interface ChargedVolume {
  /** Cents a month: GB × price per GB. */
  monthCents: bigint;
  /** Cents a month × seconds charged so far, over all its sizes and prices. */
  weight: bigint;
  from: number;
}

/**
 * Units for cents a month × seconds. A cent an hour is a unit a second (B1), so it divides by 730. Rounds down once,
 * over all of a volume's time, so the number of charges makes no difference.
 */
export function unitsOfWeight(weight: bigint): Units {
  return asUnits(weight / MONTH_HOURS);
}

/** Returns a volume's cost from the end of its charged time up to the whole second `to`, less posted charges. */
export function volumeCost({ monthCents, weight, from }: ChargedVolume, to: number): Units {
  const seconds = BigInt(Math.max(0, to - from));
  return asUnits(unitsOfWeight(weight + monthCents * seconds) - unitsOfWeight(weight));
}

/** Running costs: cents per hour of tasks, cents per month of volumes. */
export interface Ongoing {
  pph: number;
  volumeMonthCents: number;
}

/** Whole seconds that the money covers tasks and volumes, rounded down; null if nothing is charged. */
export function secondsCovered(available: bigint, { pph, volumeMonthCents }: Ongoing): number | null {
  const rate = BigInt(pph) * MONTH_HOURS + BigInt(volumeMonthCents);
  if (rate === 0n) return null;
  return available <= 0n ? 0 : Number((available * MONTH_HOURS) / rate);
}

/** Cents per hour for cents a month, rounded up: the amount to cover. */
export function hourCents(volumeMonthCents: number): number {
  return Math.ceil(volumeMonthCents / Number(MONTH_HOURS));
}
