import { spawn } from "node:child_process";
import { endProcess } from "./end-process";
import { type Environment, root } from "./settings";

interface ProgramOptions {
  /** Name in the run file. */
  name: string;
  command: string;
  args: string[];
  env: Environment;
  /** Ends it, with all it began. */
  signal: AbortSignal;
  noted: Noted;
}

/** Receives the id of a process at its start, and null at its end. */
export type Noted = (name: string, pid: number | null) => void;

/** Runs a program to its end and returns its output; throws when it fails or is ended early. */
export async function runProgram(options: ProgramOptions): Promise<string> {
  const { name, command, args, env, signal, noted } = options;
  signal.throwIfAborted();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, NODE_ENV: "production" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  noted(name, child.pid ?? null);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const end = () => void endProcess(child, { group: true });
  signal.addEventListener("abort", end);
  const code = await new Promise<number | null>((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => {
      output.push(Buffer.from(error.message));
      resolve(null);
    });
  });
  signal.removeEventListener("abort", end);
  noted(name, null);
  signal.throwIfAborted();
  const text = Buffer.concat(output).toString().trim();
  if (code !== 0) throw new Error(`The step "${name}" failed: ${text || "it was ended from outside"}`);
  return text;
}
