const LOOK_EVERY_MS = 500;

/**
 * Calls `gone` when npm, which started this process, has ended. npm passes SIGTERM and SIGINT on, because its scripts
 * replace the shell with the program by `exec`; `kill -9` of npm, or a SIGHUP to npm alone, ends npm and reaches nobody
 * else.
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
