import { agentEnv } from "./env";

type CrashPoint =
  | ("noted" | "spawned" | "running" | "reported" | "volume-renamed")
  | ("copy-begun" | "copy-written" | "copy-whole" | "copy-renamed" | "copy-kept");

/** Tests end the agent by SIGKILL exactly here, to see that the next agent puts everything right. */
export function crashPoint(name: CrashPoint): void {
  if (agentEnv.MILLRACE_CRASH_AT === name) process.kill(process.pid, "SIGKILL");
}
