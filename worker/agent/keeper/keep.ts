import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { writeWhole } from "../task/folder";
import { connectInside } from "./connect-inside";
import { openDoor } from "./door";
import { type Plan, planSchema } from "./plan";

const LOOK_MS = 10;

/**
 * The process that accompanies each task, outside it: it starts the sandbox, listens for the task and hands connections
 * in. It survives the agent. It ends with its task, and the task ends with it.
 */
export async function keepTask(planFile: string): Promise<void> {
  const plan = planSchema.parse(JSON.parse(readFileSync(planFile, "utf8")));
  const sandbox = startSandbox(plan);
  const ended = once(sandbox, "exit").catch((error: unknown) => {
    console.error(`the sandbox could not be started: ${String(error)}`);
  });
  // The task's server ends the task when its input does, and so does the loss of this process.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => sandbox.stdin?.end());
  sandbox.stdin?.on("error", () => {});
  void ended.then(() => process.exit(0));
  try {
    const port = await openDoor(plan);
    await untilServed(plan.runDir);
    writeWhole(plan.readyFile, JSON.stringify({ port }));
  } catch (error) {
    console.error(String(error));
    sandbox.stdin?.end();
  }
  await ended;
}

function startSandbox({ argv, sandbox, cwd, statusFile }: Plan) {
  const status = openSync(statusFile, "w", 0o600);
  const argumentsFile = `${statusFile}.arguments`;
  writeFileSync(argumentsFile, sandbox.map((argument) => `${argument}\0`).join(""), { mode: 0o600 });
  const given = openSync(argumentsFile, "r");
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { cwd, stdio: ["pipe", "inherit", "inherit", status, given] });
  closeSync(status);
  closeSync(given);
  return child;
}

/** Resolves when the server inside accepts connections. */
async function untilServed(runDir: string): Promise<void> {
  while (!(await takesConnections(runDir))) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

async function takesConnections(runDir: string): Promise<boolean> {
  try {
    const socket = connectInside(runDir);
    return await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  } catch {
    return false;
  }
}
