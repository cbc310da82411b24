import { setTimeout as wait } from "node:timers/promises";
import { EXIT, Failure } from "../failure";

const ASK_EVERY_MS = 1_000;
/** A server that restarts answers again within this time. */
const AWAY_MS = 60_000;

interface Patience {
  /** The end of all asking, in ms. */
  deadline?: number;
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/** Asks again while the server is away. @throws Failure when it is away for a minute */
export async function outlastRestart<T>(
  ask: () => Promise<T>,
  { deadline = Infinity, now = Date.now, pause = wait }: Patience = {},
): Promise<T> {
  const latest = Math.min(now() + AWAY_MS, deadline);
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error) || now() >= latest) throw error;
      await pause(ASK_EVERY_MS);
    }
}

export function isAway(error: unknown): error is Failure {
  return error instanceof Failure && error.code === EXIT.unreachable;
}
