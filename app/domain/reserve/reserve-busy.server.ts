import { errorCode } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

const LOCK_NOT_AVAILABLE = "55P03";
const NO_CONNECTION_FREE = "timeout exceeded when trying to connect";

/** A lock or a connection that did not come in time is no fault: the same request may succeed a moment later (M11). */
export async function orBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const busy = errorCode(error) === LOCK_NOT_AVAILABLE || messageOf(error) === NO_CONNECTION_FREE;
    throw busy ? new Refusal(M.busy, { retcode: "FAILED" }) : error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
