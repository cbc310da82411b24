import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./settings";

const stamp = join(root, "build", ".stamp");
const sources = [
  "app",
  "public",
  "remix.config.js",
  "package-lock.json",
  "tsconfig.json",
  "prisma/schema.prisma",
];
const made = /(^|\/)(build|generated)\/|(^|\/)build\.css$/;

/** Builds the web part unless what was built last came from exactly these sources. Says whether it built. */
export function buildWhenStale(say: (line: string) => void): void {
  const hash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  say("Building …");
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], {
    cwd: root,
    env: { ...process.env, PATH: path, NODE_ENV: "production" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}\n${stderr}`);
  writeFileSync(stamp, hash);
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(source))
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(join(root, file)))
        .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(source: string): string[] {
  if (/\.\w+$/.test(source)) return [source];
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((name) => !made.test(name))
    .sort();
}
