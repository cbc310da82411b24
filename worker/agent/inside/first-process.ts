import { spawn } from "node:child_process";
import { once } from "node:events";
import { noteChild } from "../ssh/children";
import { reapOrphans } from "../ssh/in-container";

/**
 * The first process of a container gets every process whose parent has ended, and must collect their exits: it does nothing else.
 * The agent is its child, to which it hands the signals on, and whose exit code is its own.
 */
export async function beFirst(command: string[]): Promise<void> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { stdio: "inherit" });
  const ended = once(child, "exit");
  noteChild(child.pid, ended);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
  await reapOrphans();
  const [code] = (await ended) as [number | null];
  process.exit(code ?? 1);
}
