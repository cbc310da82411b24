import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../roles";
import { readSmallFile, writeWhole } from "./folder";
import { IMAGE_PROGRAMS_DIR, LAST_DIR, programFiles, SIMULATED_DIR } from "./program-files";

/** Commands that start a task server, outside and inside the sandbox. */
export interface Program {
  /** Folder with everything that is needed; shown to the task read-only. */
  binDir: string;
  /** Returns the command line of one of a task's parts, given the path under which `binDir` is visible. */
  command: (binDir: string, role: Role) => string[];
}

/**
 * Copies the program of the tasks' parts into the agent's folder. So a sandbox hides the agent's own files from a task,
 * and tasks continue through an upgrade of the agent.
 */
export async function prepareProgram(dataDir: string): Promise<Program> {
  const binDir = join(dataDir, "bin");
  writePrograms(binDir, isCompiled() ? '"$dir/agent"' : '"$dir/bun" --no-install "$dir/role-main.js"');
  if (isCompiled()) {
    await copyOnce(process.execPath, join(binDir, "agent"));
    return { binDir, command: (dir, role) => [join(dir, "agent"), role] };
  }
  await copyOnce(process.execPath, join(binDir, "bun"));
  await bundleRoles(binDir);
  // Bun would fetch what a bundle leaves out, ssh2's optional parts, and put it into the customer's home.
  return {
    binDir,
    command: (dir, role) => [join(dir, "bun"), "--no-install", join(dir, "role-main.js"), role],
  };
}

/** Writes the small programs next to it; `own` is the shell's word for the agent's, seen from `$dir`. */
export function writePrograms(binDir: string, own: string): void {
  for (const dir of [SIMULATED_DIR, IMAGE_PROGRAMS_DIR, LAST_DIR])
    mkdirSync(join(binDir, dir), { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(programFiles(own))) {
    const file = join(binDir, name);
    // Tasks use it, and the disk may be full, so a correct file is left as it is.
    if (readSmallFile(file) === text) continue;
    writeWhole(file, text, { mode: 0o755 });
  }
}

export function isCompiled(): boolean {
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

/** Puts the parts of a task as scripts into that folder. */
export async function bundleRoles(outdir: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dirname, "..", "role-main.ts")],
    outdir,
    target: "bun",
    external: ["cpu-features"],
    // Each part of a task loads only its own chunk: a keeper starts in half the time.
    splitting: true,
    // ssh2 knows a session by the name of its class: without that, a client that goes away early would end the task.
    minify: { whitespace: true, syntax: true },
  });
  if (!built.success) throw new AggregateError(built.logs, "the program of the tasks could not be bundled");
}
