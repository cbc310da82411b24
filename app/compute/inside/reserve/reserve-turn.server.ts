import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { Turns } from "~/platform/turns";

/** Connections of the pool that reservations of this process use at once; the rest serves other requests. */
const AT_ONCE = 4;
/** Length of the line beyond which requests are asked to retry: a person would not wait for longer. */
const WAITING_MAX = 1000;

const turns = new Turns(AT_ONCE);

/**
 * Runs a few reserves at a time; the others wait in order without a connection. This only spares the database, which
 * decides who gets a GPU.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.waiting >= WAITING_MAX) throw new Refusal(M.busy, { retcode: "FAILED" });
  return await turns.take(work);
}
