import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** Most connections of the pool that reservations of this process use at once; the rest serves other requests. */
const AT_ONCE = 4;
/** A flood beyond this is told to come again, rather than kept waiting for longer than a person would. */
const WAITING_MAX = 1000;

let working = 0;
const waiting: (() => void)[] = [];

/**
 * Lets a few reserves work at a time and the others wait in order without holding a connection. This only spares
 * the database; who gets a GPU is decided there.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new Refusal(M.busy, { retcode: "FAILED" });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    // The turn passes on to the next in line, or ends.
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}
