// `npm run build:cli` builds the command line as one file, `public/cli/millrace`, and `version.json` next to it. Each
// installation offers both for download. `-- --compile` also builds `build/millrace`, which needs neither Node nor Bun.
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import { writeWhole } from "./account/write-whole";

const root = join(import.meta.dirname, "../..");
const file = join(root, "public/cli/millrace");
const PLACE = "millrace-build-id";

/**
 * Two first lines: a shell reads the second as a command that runs the file with Node or Bun, JavaScript as a string
 * and a comment.
 */
const HEAD = `#!/bin/sh
":" //; command -v node >/dev/null 2>&1 && exec node "$0" "$@"; command -v bun >/dev/null 2>&1 && exec bun "$0" "$@"; echo "millrace needs Node.js 20 or newer, or Bun." >&2; exit 127
`;

const { outputs } = await Bun.build({
  entrypoints: [join(import.meta.dirname, "main.ts")],
  target: "node",
  format: "cjs",
  minify: { whitespace: true, syntax: true },
  define: { MILLRACE_BUILD: JSON.stringify(PLACE) },
});
const program = await outputs[0]?.text();
if (!program) throw new Error("The build has no output.");
const build = sha256(program).slice(0, 12);
const text = HEAD + program.replace(PLACE, build);
mkdirSync(dirname(file), { recursive: true });
writeWhole(file, text, 0o755);
const offered = { version, build, sha256: sha256(text) };
writeWhole(join(dirname(file), "version.json"), `${JSON.stringify(offered)}\n`, 0o644);
console.log(`public/cli/millrace  ${version} (${build})  ${Math.round(text.length / 1024)} KiB`);

if (process.argv.includes("--compile")) {
  const outfile = join(root, "build/millrace");
  const compiled = await Bun.build({
    entrypoints: [join(import.meta.dirname, "main.ts")],
    compile: { outfile },
    minify: true,
    define: { MILLRACE_BUILD: JSON.stringify(build) },
  });
  if (compiled.success) console.log("build/millrace  for this machine; needs neither Node nor Bun");
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
