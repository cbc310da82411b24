import { isDatabaseDown } from "./database-fault.server";
import { log } from "./log.server";
import { requestIdOf, type RouteArgs } from "./request-facts.server";

/**
 * A part of a screen, or null where it could not be read: that is logged, and the other parts stand. Not so while the
 * database is away: then the whole page says it.
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
