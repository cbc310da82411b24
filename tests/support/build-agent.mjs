import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles Millrace's agent into a file, as `npm run agent:build` does. */
export function buildAgent(file) {
  const build = ["build", "--compile", "--external", "cpu-features", "worker/agent/main.ts", "--outfile", file];
  const { status, stderr } = spawnSync(`${root}node_modules/.bin/bun`, build, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`the agent is not built: ${stderr}`);
  return file;
}
