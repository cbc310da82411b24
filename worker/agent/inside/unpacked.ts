import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { copyChanged, librariesOf } from "../container/inside";
import type { Role } from "../roles";
import { isCompiled, type Program, writePrograms } from "../task/program";

const LOADER = join("lib", "ld.so");
/** The agent started by its own loader: the image's may be another, older or missing, and its variables stay as they are. */
const started = (dir: string) => [join(dir, LOADER), "--library-path", join(dir, "lib"), join(dir, "agent")];

/** Copies the compiled agent with its C library into a folder, from which it runs in any image. */
export function unpack(dir: string): void {
  if (!isCompiled()) throw new Error("only the compiled agent can be unpacked: npm run agent:build");
  mkdirSync(join(dir, "lib"), { recursive: true, mode: 0o755 });
  const { loader, others } = librariesOf(process.execPath);
  copyChanged(process.execPath, join(dir, "agent"));
  copyChanged(loader, join(dir, LOADER));
  for (const library of others) copyChanged(library, join(dir, "lib", basename(library)));
  writePrograms(dir, `"$dir/${LOADER}" --library-path "$dir/lib" "$dir/agent"`);
}

/** The folder that this agent was unpacked into; null: it runs as any other program. */
function unpackedDir(): string | null {
  // Its process is the loader's.
  return process.execPath.endsWith(`/${LOADER}`) ? dirname(dirname(process.execPath)) : null;
}

/** The command line that starts this agent again; null if it was not unpacked. */
export function unpackedCommand(): string[] | null {
  const dir = unpackedDir();
  return dir === null ? null : started(dir);
}

/** The program of a task's parts, if the agent was unpacked. */
export function unpackedProgram(): Program | null {
  const dir = unpackedDir();
  return dir === null ? null : { binDir: dir, command: (of: string, role: Role) => [...started(of), role] };
}
