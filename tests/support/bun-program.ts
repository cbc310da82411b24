import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../worker/up/settings";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface BunProgram {
  process: ChildProcess;
  /** Every line it has printed. */
  lines: string[];
  /** Waits for a line that matches, also if it was printed before. */
  line(pattern: RegExp): Promise<string>;
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves at its end, whatever the cause. */
  gone: Promise<void>;
}

interface StartOptions {
  args?: string[];
  env?: Environment;
  /** `pipe`: its output there is among the lines. */
  stderr?: "inherit" | "pipe";
}

/** Runs a program with Bun, as the product does: Node has no worker threads of Bun's kind. */
export function startBun(file: string, { args = [], env = {}, stderr = "inherit" }: StartOptions = {}): BunProgram {
  const child = spawn(`${root}node_modules/.bin/bun`, [file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", stderr],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const input of [child.stdout, child.stderr]) {
    if (!input) continue;
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  // Only then has all its output arrived.
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    process: child,
    lines,
    gone,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        void gone.then(() => reject(new Error(`${file} ended without ${pattern}:\n${lines.join("\n")}`)));
        look();
      }),
    end: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}
