import { spawn } from "node:child_process";
import { agentEnv } from "./env";
import { log } from "./log";

let running = false;

/** Runs the maintenance command for a control plane without chores, one at a time; does nothing without a command. */
export function maintain(nodeName: string): void {
  const command = agentEnv.MILLRACE_MAINTENANCE_COMMAND;
  if (running || command === "") return;
  running = true;
  log(nodeName, "maintenance begins");
  const child = spawn("/bin/sh", ["-c", command], { stdio: "inherit" });
  child.on("close", (code) => {
    running = false;
    log(nodeName, `maintenance ended with code ${code}`);
  });
}
