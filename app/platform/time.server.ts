import { uptime } from "node:os";
import { db } from "./db.server";

const ASKED_EVERY_MS = 3_000;
/** Interval while the database does not answer. It is short, because reports may arrive as soon as it does. */
const RETRY_MS = 250;
/** Difference of a machine's own clock from which a line is logged. */
const OFF_MS = 5_000;
/** Smallest jump of the database's clock between two answers that needs a second witness. */
const JUMP_MS = 10 * 60_000;
/** Largest difference of two clocks that show the same time. */
const AGREES_MS = 60_000;

/** The database's time at the zero of this thread's `performance.now()`; until it was asked, by the machine's clock. */
let zeroMs = performance.timeOrigin;
let jumpMs: number | null = null;

/**
 * Returns the present time of the control plane: the database's, which all its processes share (decision 0490). A
 * machine's own clock may be wrong or jump; it is not used once the database has answered.
 */
export function presentTime(): Date {
  return new Date(zeroMs + performance.now());
}

/** The lead of the database's clock after a jump that is not believed, in ms; null without one. */
export function databaseJumpMs(): number | null {
  return jumpMs;
}

/** Adopts a time that the database, or another thread, gave after `askedMs` of `performance.now()`. */
export function takeTime(givenMs: number, askedMs = performance.now()): void {
  // The time was read between question and answer: a slow answer must not move a zero that already fits.
  const [least, most] = [givenMs - performance.now(), givenMs - askedMs];
  zeroMs = Math.min(Math.max(zeroMs, least), most);
  jumpMs = null;
}

/** An answer of the database, and what this machine saw since the last one that was adopted. */
interface Heard {
  givenMs: number;
  /** The `performance.now()` of the question. */
  askedMs: number;
  /** This machine's own clock. */
  ownMs: number;
  /** Movement of that clock beyond the time that passed. */
  ownJumpMs: number;
  /** Time for which this machine was suspended. */
  sleptMs: number;
}

/**
 * Adopts the database's time, unless its clock jumped and nothing else tells of it: then the time goes on by itself until
 * the database's is right again, or this process is restarted.
 */
export function hearTime({ givenMs, askedMs, ownMs, ownJumpMs, sleptMs }: Heard): void {
  const aheadMs = givenMs - presentTime().getTime();
  const slept = Math.abs(aheadMs - sleptMs) < JUMP_MS;
  const shownAllAlong = Math.abs(givenMs - ownMs) < AGREES_MS && Math.abs(ownJumpMs) < AGREES_MS;
  if (Math.abs(aheadMs) < JUMP_MS || slept || shownAllAlong) takeTime(givenMs, askedMs);
  else jumpMs = aheadMs;
}

/**
 * Asks the database for its time, now and regularly, and logs by how much the machine's own clock differs. Without an
 * answer the time continues from the last one.
 */
export async function keepTime(log: { warn(words: string): void }): Promise<void> {
  let wasOff = false;
  let hadJumped = false;
  /** Differences of this machine's clocks when a time was last adopted; null before the first. */
  let adopted: { ownMs: number; upMs: number } | null = null;
  const ask = async () => {
    const askedMs = performance.now();
    const [answer] = await db.query<{ ms: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    );
    if (!answer) return;
    const passedMs = performance.now();
    const [ownMs, upMs] = [Date.now() - passedMs, uptime() * 1000 - passedMs];
    const heard = { givenMs: answer.ms, askedMs, ownMs: Date.now() };
    if (adopted) hearTime({ ...heard, ownJumpMs: ownMs - adopted.ownMs, sleptMs: upMs - adopted.upMs });
    else takeTime(answer.ms, askedMs);
    if (jumpMs === null) adopted = { ownMs, upMs };
    else if (!hadJumped) log.warn(jumpWords(Math.round(jumpMs / 1000)));
    hadJumped = jumpMs !== null;
    const aheadMs = Date.now() - presentTime().getTime();
    const isOff = Math.abs(aheadMs) >= OFF_MS;
    if (isOff && !wasOff) log.warn(offWords(Math.round(aheadMs / 1000)));
    wasOff = isOff;
  };
  const askAgain = async () => {
    const answered = await ask().then(
      () => true,
      () => false,
    );
    setTimeout(() => void askAgain(), answered ? ASKED_EVERY_MS : RETRY_MS).unref();
  };
  await askAgain();
}

function offWords(seconds: number): string {
  const way = seconds > 0 ? "ahead of" : "behind";
  return `this machine's clock is ${Math.abs(seconds)} s ${way} the database's, which counts: set it right`;
}

function jumpWords(seconds: number): string {
  const way = seconds > 0 ? "ahead" : "back";
  return `the database's clock jumped ${Math.abs(seconds)} s ${way}; Millrace keeps counting from the time before the jump: set that clock right, or restart Millrace if the new time is right`;
}
