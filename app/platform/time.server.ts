import { db } from "./db.server";

const ASKED_EVERY_MS = 3_000;
/** Interval while the database does not answer. It is short, because reports may arrive as soon as it does. */
const RETRY_MS = 250;
/** Difference of a machine's own clock from which a line is logged. */
const OFF_MS = 5_000;

/** The database's time at the zero of this thread's `performance.now()`; until it was asked, by the machine's clock. */
let zeroMs = performance.timeOrigin;

/**
 * Returns the present time of the control plane: the database's, which all its processes share (decision 0490). A
 * machine's own clock may be wrong or jump; it is not used once the database has answered.
 */
export function presentTime(): Date {
  return new Date(zeroMs + performance.now());
}

/** Adopts a time that the database, or another thread, gave after `askedMs` of `performance.now()`. */
export function takeTime(givenMs: number, askedMs = performance.now()): void {
  // The time was read between question and answer: a slow answer must not move a zero that already fits.
  const [least, most] = [givenMs - performance.now(), givenMs - askedMs];
  zeroMs = Math.min(Math.max(zeroMs, least), most);
}

/**
 * Asks the database for its time, now and regularly, and logs by how much the machine's own clock differs. Without an
 * answer the time continues from the last one.
 */
export async function keepTime(log: { warn(words: string): void }): Promise<void> {
  let wasOff = false;
  const ask = async () => {
    const askedMs = performance.now();
    const [answer] = await db.query<{ ms: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
    );
    if (answer) takeTime(answer.ms, askedMs);
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
