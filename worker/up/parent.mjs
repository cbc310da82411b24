const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` when npm, which started this process, has ended. npm hands on SIGTERM and SIGINT, since its scripts put
 * the program in the shell's place by `exec`; `kill -9` of npm and a SIGHUP to it alone end npm and reach nobody else.
 *
 * @param {() => void} gone
 */
export function watchNpm(gone) {
  if (!/^(start|dev|prestart|predev|pretest|backup|restore)$/.test(process.env["npm_lifecycle_event"] ?? "")) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
