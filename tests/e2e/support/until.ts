const PAUSE_MS = 50;

/** Waits for a condition that another process brings about: asks until the answer is neither null nor false. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | false | undefined>,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
