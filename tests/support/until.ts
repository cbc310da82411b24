const ASK_EVERY_MS = 20;
/** Long enough for a machine that is busy with other things: what is stuck is told, not what is slow. */
const PATIENCE_MS = 90_000;

/** Waits until `ask` gives a value that is neither false, null nor undefined, and gives it. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const startedMs = performance.now();
  for (;;) {
    const value = await ask();
    if (value !== false && value !== null && value !== undefined) return value;
    if (performance.now() - startedMs > patienceMs) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
