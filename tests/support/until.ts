/**
 * Waits this long between two checks at first, and later a twentieth of the total, so that a long wait costs little.
 */
const ASK_EVERY_MS = { least: 20, most: 250 };
/** Long enough for a busy machine: it detects what is stuck, not what is slow. */
const PATIENCE_MS = 90_000;

/** Waits until `ask` returns a value that is neither false, null nor undefined, and returns it. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (;;) {
    const value = await ask();
    if (value !== false && value !== null && value !== undefined) return value;
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > patienceMs) throw new Error(`waited in vain: ${what}`);
    const pauseMs = Math.min(Math.max(waitedMs / 20, ASK_EVERY_MS.least), ASK_EVERY_MS.most);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
