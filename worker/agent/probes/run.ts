import { execFile } from "node:child_process";

type Ran = { ok: true; output: string } | { ok: false; reason: "absent" | "timeout" | "failed" };

/** Runs a probe's program with a time limit. A tool that hangs is itself a sign of a sick device. */
export function runProbe(program: string, args: string[], limitMs: number): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: limitMs, killSignal: "SIGKILL" }, (error, output) => {
      if (!error) resolve({ ok: true, output });
      else if (error.code === "ENOENT") resolve({ ok: false, reason: "absent" });
      else resolve({ ok: false, reason: error.killed ? "timeout" : "failed" });
    });
  });
}
