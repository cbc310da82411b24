import { type ChildProcess, execFile } from "node:child_process";
import { imageEnvironment } from "../env";

/** Result of a run. A failed program may still have answered; its exit code is null if it was killed. */
type Ran =
  | { ok: true; output: string }
  | { ok: false; reason: "absent" | "timeout" }
  | { ok: false; reason: "failed"; code: number | null; output: string };

/** Longest answer of a tool. A kernel log may be longer, and has a limit of its own. */
const OUTPUT_MAX_BYTES = 4 * 1_048_576;

/** Time in which a signal ends a program. */
const KILL_MS = 1_000;

/**
 * Abandoned processes that have not ended, each with its program. They wait in the kernel for a device and ignore
 * signals.
 */
const held = new Map<ChildProcess, string>();

/**
 * Runs a probe's program with a time limit, whether or not it can be ended then. A tool that hangs is itself a sign of
 * a faulty device; while one cannot be ended no other is started, because it would hang too. Its words are English,
 * whatever the machine's language. More output than `maxBytes`
 * is a failure without an answer.
 */
export function runProbe(program: string, args: string[], limitMs: number, maxBytes = OUTPUT_MAX_BYTES): Promise<Ran> {
  if ([...held.values()].includes(program)) return Promise.resolve({ ok: false, reason: "timeout" });
  return new Promise((resolve) => {
    const env = imageEnvironment({ LC_ALL: "C" });
    const child = execFile(program, args, { maxBuffer: maxBytes, env }, (error, output, errors) => {
      clearTimeout(timer);
      if (!error) resolve({ ok: true, output });
      else if (error.code === "ENOENT") resolve({ ok: false, reason: "absent" });
      else {
        const code = typeof error.code === "number" ? error.code : null;
        const isEndless = error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
        resolve({ ok: false, reason: "failed", code, output: isEndless ? "" : `${output}\n${errors}` });
      }
    });
    let hasEnded = false;
    const late = () => resolve({ ok: false, reason: "timeout" });
    // Its exit counts: its children may keep its output open.
    child.once("exit", () => {
      hasEnded = true;
      if (held.delete(child)) late();
    });
    const timer = setTimeout(() => {
      if (!hasEnded) held.set(child, program);
      child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      setTimeout(late, KILL_MS);
    }, limitMs);
  });
}
