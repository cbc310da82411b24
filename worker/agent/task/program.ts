import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a task server is started, outside and inside the sandbox. */
export interface Program {
  /** Folder with everything that is needed; shown to the task read-only. */
  binDir: string;
  /** Command line, given the path under which `binDir` is seen. */
  command: (binDir: string) => string[];
}

const FINISH = `#!/bin/sh
# Ends this task with the exit code given, 0 when none is.
case "\${1:-0}" in *[!0-9]*) echo "usage: finish [exit code]" >&2; exit 2 ;; esac
printf '%s\\n' "\${1:-0}" > "$MILLRACE_RUN/finish.new" && mv "$MILLRACE_RUN/finish.new" "$MILLRACE_RUN/finish"
`;

/**
 * Prepares the program of the task servers in the agent's folder. It is copied there, so that a sandbox shows a task
 * nothing of the agent's own files, and tasks go on when the agent is upgraded.
 */
export async function prepareProgram(dataDir: string): Promise<Program> {
  const binDir = join(dataDir, "bin");
  mkdirSync(binDir, { recursive: true, mode: 0o755 });
  writeFileSync(join(binDir, "finish"), FINISH);
  chmodSync(join(binDir, "finish"), 0o755);
  if (isCompiled()) {
    await copyOnce(process.execPath, join(binDir, "agent"));
    return { binDir, command: (dir) => [join(dir, "agent"), "task-server"] };
  }
  await copyOnce(process.execPath, join(binDir, "bun"));
  await bundle(join(import.meta.dirname, "..", "task-server-main.ts"), binDir);
  return { binDir, command: (dir) => [join(dir, "bun"), join(dir, "task-server-main.js")] };
}

function isCompiled(): boolean {
  return import.meta.path.startsWith("/$bunfs/");
}

async function copyOnce(from: string, to: string): Promise<void> {
  const source = Bun.file(from);
  if (existsSync(to) && Bun.file(to).size === source.size) return;
  await Bun.write(`${to}.new`, source);
  chmodSync(`${to}.new`, 0o755);
  const { renameSync } = await import("node:fs");
  renameSync(`${to}.new`, to);
}

async function bundle(entry: string, outdir: string): Promise<void> {
  const built = await Bun.build({ entrypoints: [entry], outdir, target: "bun", external: ["cpu-features"] });
  if (!built.success) throw new AggregateError(built.logs, "the task server could not be bundled");
}
