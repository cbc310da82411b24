import { spawn } from "node:child_process";
import { constants } from "node:os";
import { EXIT, Failure } from "../failure";

const PACKAGES: Record<string, string> = { rsync: "rsync", ssh: "openssh-client", scp: "openssh-client" };

/**
 * Runs a program in this terminal and returns its exit status. The terminal sends Ctrl-C to both processes; the program
 * handles it and we ignore it.
 */
export async function runProgram(program: string, args: readonly string[]): Promise<number> {
  const stay = () => {};
  const others = process.listeners("SIGINT");
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", stay);
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(program, args, { stdio: "inherit" });
      for (const name of ["SIGTERM", "SIGHUP"] as const) process.once(name, () => child.kill(name));
      child.once("error", (error) => reject(startFailure(program, error)));
      child.once("exit", (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 0)));
    });
  } finally {
    process.off("SIGINT", stay);
    for (const listener of others) process.on("SIGINT", listener as () => void);
  }
}

function startFailure(program: string, error: Error): Failure {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return new Failure(`${program}: ${error.message}`);
  const hint = `Install it: the package is usually called ${PACKAGES[program] ?? program}.`;
  return new Failure(`${program} is not installed on this machine.`, { code: EXIT.refused, hint });
}
