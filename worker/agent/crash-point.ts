import { agentEnv } from "./env";

/** Tests end the agent by SIGKILL exactly here, to see that the next one makes everything good. */
export function crashPoint(name: "noted" | "spawned" | "running" | "reported" | "volume-renamed"): void {
  if (agentEnv.MILLRACE_CRASH_AT === name) process.kill(process.pid, "SIGKILL");
}
