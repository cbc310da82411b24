import { isDatabaseDown } from "./database-fault.server";
import { log } from "./log.server";
import { requestIdOf, type RouteArgs } from "./request-facts.server";

/**
 * Reads a part of a screen. A failure is logged and gives null, so that the other parts are still shown. While the
 * database is down, the whole page fails instead.
 */
export async function partOrNull<T>(args: RouteArgs, part: string, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    log.error({ requestId: requestIdOf(args), part, err: error }, "a part of a screen could not be read");
    return null;
  }
}
