import { asUnits, type Units } from "./units";

/** Hours of a month, as prices by the month are meant (CALC_HOURS). */
export const MONTH_HOURS = 730n;

/** A volume that costs money: charged up to `from`, an epoch second. */
export interface ChargedVolume {
  /** Cents a month: GB × price of a GB. */
  monthCents: bigint;
  /** Cents a month × seconds charged so far, whatever its size and price were. */
  weight: bigint;
  from: number;
}

/**
 * Units that cents a month × seconds come to. A cent an hour is a unit a second (B1), so this is by 730: rounded once, down, for
 * all of a volume's time, so that how often it is charged changes nothing.
 */
export function unitsOfWeight(weight: bigint): Units {
  return asUnits(weight / MONTH_HOURS);
}

/** What a volume costs from where it is charged to up to the whole second `to`: the difference to what was posted before. */
export function volumeCost({ monthCents, weight, from }: ChargedVolume, to: number): Units {
  const seconds = BigInt(Math.max(0, to - from));
  return asUnits(unitsOfWeight(weight + monthCents * seconds) - unitsOfWeight(weight));
}

/** What runs: cents per hour of tasks, cents per month of volumes. */
export interface Ongoing {
  pph: number;
  volumeMonthCents: number;
}

/** Whole seconds that money lasts for both, rounded down. Null where nothing is charged. */
export function secondsCovered(available: bigint, { pph, volumeMonthCents }: Ongoing): number | null {
  const rate = BigInt(pph) * MONTH_HOURS + BigInt(volumeMonthCents);
  if (rate === 0n) return null;
  return available <= 0n ? 0 : Number((available * MONTH_HOURS) / rate);
}

/** Cents per hour for cents a month, rounded up: what must be covered. */
export function hourCents(volumeMonthCents: number): number {
  return Math.ceil(volumeMonthCents / Number(MONTH_HOURS));
}
