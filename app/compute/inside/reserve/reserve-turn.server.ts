import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { Turns } from "~/platform/turns";

/** Most connections of the pool that reservations of this process use at once; the rest serves other requests. */
const AT_ONCE = 4;
/** A flood beyond this is told to come again, rather than kept waiting for longer than a person would. */
const WAITING_MAX = 1000;

const turns = new Turns(AT_ONCE);

/**
 * Lets a few reserves work at a time and the others wait in order without holding a connection. This only spares
 * the database; who gets a GPU is decided there.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= WAITING_MAX) throw new Refusal(M.busy, { retcode: "FAILED" });
  return await turns.take(work);
}
