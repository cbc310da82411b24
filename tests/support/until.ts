/** Between two questions: at first this, and later a twentieth of the time that it has waited, so that a long wait costs little. */
const ASK_EVERY_MS = { least: 20, most: 250 };
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
    const waitedMs = performance.now() - startedMs;
    if (waitedMs > patienceMs) throw new Error(`waited in vain: ${what}`);
    const pauseMs = Math.min(Math.max(waitedMs / 20, ASK_EVERY_MS.least), ASK_EVERY_MS.most);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
