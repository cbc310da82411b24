import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { keep } from "./kept-secret";
import { takeLock } from "./kernel-lock";
import { runProgram, type Noted } from "./program";
import { type Environment, root } from "./settings";

const LOOK_EVERY_MS = 200;
const built = join(root, "build");
/** Temporary place of the server's part; a killed supervisor may have left another unfinished build. */
const aside = join(built, `aside-${process.pid}`);
const stamp = join(built, ".stamp");
const sources = [
  ...["app", "public", "worker/cli", "worker/up/shorten-scripts.ts", "package.json", "package-lock.json"],
  ...["remix.config.js", "tsconfig.json", "prisma/schema.prisma"],
];
const outputs = ["build/index.js", "public/build", "public/cli"];
const made = /(^|\/)(build|generated)\/|^public\/cli\/|(^|\/)build\.css$/;

export interface BuildOptions {
  env: Environment;
  say: (line: string) => void;
  signal: AbortSignal;
  noted: Noted;
}

/** Builds the web part unless the existing build is complete and comes from exactly these sources. */
export async function buildWhenStale(options: BuildOptions): Promise<void> {
  await buildUnless((last) => last.sources === hashOfSources() && isWhole(last), options);
}

/** Builds again when the files differ from the last build, regardless of the sources. */
export async function buildWhenDamaged(options: BuildOptions): Promise<void> {
  await buildUnless(isWhole, options);
}

interface Stamp {
  sources?: string;
  outputs?: string;
}

async function buildUnless(isGood: (last: Stamp) => boolean, options: BuildOptions): Promise<void> {
  if (isGood(readStamp())) return;
  const { say, signal } = options;
  mkdirSync(built, { recursive: true });
  // One at a time: two copies of the product may start from one folder at once.
  let release = takeLock(join(built, ".lock"));
  while (!release) {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    release = takeLock(join(built, ".lock"));
  }
  try {
    const last = readStamp();
    if (isGood(last)) return;
    const damaged = last.sources === hashOfSources();
    say(damaged ? "The build is damaged, building again …" : "Building …");
    await build(options);
  } finally {
    release();
  }
}

async function build({ env, signal, noted }: BuildOptions): Promise<void> {
  const hash = hashOfSources();
  removeAsides();
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${env["PATH"] ?? ""}`;
  await runProgram({
    name: "build",
    command: "npm",
    args: ["run", "build"],
    env: { ...env, PATH: path, MILLRACE_BUILD_FOLDER: relative(root, aside) },
    signal,
    noted,
  });
  // File names of the browser part hold a hash of their content, so those files are in place already, next to older ones.
  // The file that web starts from comes last, and after it the stamp, which vouches for the whole build.
  for (const name of readdirSync(aside).sort((a, b) => Number(a === "index.js") - Number(b === "index.js")))
    renameSync(join(aside, name), join(built, name));
  removeAsides();
  await keep(stamp, JSON.stringify({ sources: hash, outputs: hashOf(outputs) } satisfies Stamp));
}

function removeAsides(): void {
  for (const name of readdirSync(built))
    if (name.startsWith("aside-")) rmSync(join(built, name), { recursive: true, force: true });
}

function isWhole(last: Stamp): boolean {
  return last.outputs !== undefined && last.outputs === hashOf(outputs);
}

function readStamp(): Stamp {
  try {
    return JSON.parse(readFileSync(stamp, "utf8")) as Stamp;
  } catch {
    return {};
  }
}

function hashOfSources(): string {
  return hashOf(sources, (name) => !made.test(name));
}

function hashOf(places: string[], counts: (name: string) => boolean = () => true): string {
  const hash = createHash("sha256");
  for (const file of places.flatMap(filesOf).filter(counts))
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

function filesOf(place: string): string[] {
  if (!existsSync(join(root, place))) return [];
  if (/\.\w+$/.test(place)) return [place];
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
