const KNOWN = new Set([
  "ABRT",
  "ALRM",
  "FPE",
  "HUP",
  "ILL",
  "INT",
  "KILL",
  "PIPE",
  "QUIT",
  "SEGV",
  "TERM",
  "USR1",
  "USR2",
]);

/** Sends a signal, named as SSH names it, to a program and all it started in its session. */
export function sendSignal(pid: number | undefined, name: string): void {
  if (pid === undefined || !KNOWN.has(name)) return;
  try {
    process.kill(-pid, `SIG${name}` as NodeJS.Signals);
  } catch {
    // It ended in between.
  }
}
