import { covers, secondsLeft, START_COVER_S } from "./cover";
import { moneyEndTs } from "./money-end";
import { asUnits, UNITS_PER_CENT } from "./units";

/** A tenant's funds as plain numbers for the browser. Units stay below 2^53 up to 25 billion dollars. */
export interface FundsNow {
  availableUnits: number;
  /** Cents per hour of all tasks that hold GPUs. */
  committedPph: number;
  /** Epoch seconds of the reading. */
  atTs: number;
}

interface FundsWithTask {
  /** Whole seconds that the money lasts for all tasks including the new one. */
  lastsS: number;
  /** Epoch second at which the money ends if the task is charged from now on. */
  endsTs: number;
  /** True if the task may start: the money covers everything for 10 minutes (S12, M27). */
  covered: boolean;
  /** Whole cents that are missing for that, rounded up. */
  wantingCents: number;
}

/** Returns the time that the balance lasts with one more task, before that task starts. */
export function fundsWithTask(funds: FundsNow, pphCents: number): FundsWithTask {
  const available = asUnits(BigInt(funds.availableUnits));
  const rate = funds.committedPph + pphCents;
  const lastsS = secondsLeft(available, rate) ?? 0;
  const wanting = BigInt(START_COVER_S) * BigInt(rate) - available;
  return {
    lastsS,
    endsTs: moneyEndTs(lastsS, new Date(funds.atTs * 1000)) ?? funds.atTs,
    covered: covers({ availableUnits: available, committedPph: funds.committedPph }, pphCents),
    wantingCents: wanting <= 0n ? 0 : Number((wanting + UNITS_PER_CENT - 1n) / UNITS_PER_CENT),
  };
}
