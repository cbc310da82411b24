import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Role } from "../roles";
import { bundleRoles, isCompiled, writePrograms } from "../task/program";

/** Paths inside a container. */
export const INSIDE_CONTAINER = {
  conf: "/run/millrace/conf",
  run: "/run/millrace/run",
  bin: "/run/millrace/bin",
  log: "/run/millrace/log",
  home: "/root",
};

const LOADER = `${INSIDE_CONTAINER.bin}/ld.so`;
export const LIBRARIES = `${INSIDE_CONTAINER.bin}/lib`;

/** Programs that run in a container in addition to the image's own. */
export interface InsideProgram {
  /** Folder that each container sees read-only. */
  binDir: string;
  command: (role: Role) => string[];
}

/**
 * Prepares the folder with our own SSH server for containers. It brings its own C library along, as an image may have
 * another (musl), an older one or none: the program's header names the loader next to it instead of the image's.
 */
export async function prepareInside(dataDir: string): Promise<InsideProgram> {
  const binDir = join(dataDir, "bin-container");
  mkdirSync(join(binDir, "lib"), { recursive: true, mode: 0o755 });
  const own = isCompiled() ? "agent" : "bun";
  copyChanged(process.execPath, join(binDir, own), withLoader);
  const libraries = librariesOf(process.execPath);
  copyChanged(libraries.loader, join(binDir, "ld.so"));
  for (const library of libraries.others) copyChanged(library, join(binDir, "lib", basename(library)));
  if (!isCompiled()) await bundleRoles(binDir);
  const start = isCompiled() ? '"$dir/agent"' : '"$dir/bun" --no-install "$dir/role-main.js"';
  writePrograms(binDir, `env LD_LIBRARY_PATH="$dir/lib" ${start}`);
  const { bin } = INSIDE_CONTAINER;
  const head = isCompiled() ? [`${bin}/agent`] : [`${bin}/bun`, "--no-install", `${bin}/role-main.js`];
  return { binDir, command: (role) => [...head, role] };
}

/** Copies what changed since, by size and age; what runs is replaced, never written into. */
export function copyChanged(from: string, to: string, change: (bytes: Buffer) => Buffer = (bytes) => bytes): void {
  const source = statSync(from);
  const there = statSync(to, { throwIfNoEntry: false });
  if (there && there.size === source.size && Math.abs(there.mtimeMs - source.mtimeMs) < 1_000) return;
  writeFileSync(`${to}.new`, change(readFileSync(from)));
  chmodSync(`${to}.new`, 0o755);
  utimesSync(`${to}.new`, source.atime, source.mtime);
  renameSync(`${to}.new`, to);
}

/** The loader and the libraries of a program, as the loader itself finds them. */
export function librariesOf(program: string): { loader: string; others: string[] } {
  const lines = execFileSync("ldd", [program], { encoding: "utf8" }).split("\n");
  const paths = lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  const loader = paths.find((path) => basename(path).startsWith("ld-"));
  if (!loader)
    throw new Error("the C library of this machine is not the GNU one: containers cannot be served from here");
  return { loader, others: paths.filter((path) => path !== loader) };
}

const PT_INTERP = 3;

/** The program with another loader in its header (ELF, 64 bit, little endian), for which there is room. */
export function withLoader(program: Buffer): Buffer {
  const changed = Buffer.from(program);
  const table = Number(changed.readBigUInt64LE(32));
  const [size, count] = [changed.readUInt16LE(54), changed.readUInt16LE(56)];
  for (let at = table; at < table + size * count; at += size) {
    if (changed.readUInt32LE(at) !== PT_INTERP) continue;
    const [offset, room] = [Number(changed.readBigUInt64LE(at + 8)), Number(changed.readBigUInt64LE(at + 32))];
    if (room <= LOADER.length) throw new Error("the program has no room for the loader's name");
    changed.fill(0, offset, offset + room).write(LOADER, offset, "latin1");
    return changed;
  }
  throw new Error("the program names no loader");
}
