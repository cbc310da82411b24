import { errorCode } from "./db.server";

/** Checks whether a statement gave up waiting for a lock. */
export function isLocked(error: unknown): boolean {
  return errorCode(error) === "55P03";
}

/** Returns the reading, or null if another transaction locks its table: the rest of the screen is shown without it. */
export async function unlessLocked<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isLocked(error)) return null;
    throw error;
  }
}
