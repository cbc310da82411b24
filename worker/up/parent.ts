const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` when npm, which started this process, has ended. A signal to npm alone ends npm and its shell and
 * reaches nobody else, so this is how `kill` of `npm start` stops the product.
 */
export function watchNpm(given: { startedByNpm: boolean; gone: () => void }): void {
  if (!given.startedByNpm) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    given.gone();
  }, LOOK_EVERY_MS);
}
