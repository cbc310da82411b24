// The last step of `npm run build`: the browser's files once more through a minifier whose names compress better than those of
// Remix's compiler (decision 0313). What the licences of packages ask to be kept with them stands in one file beside them.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync } from "rolldown/utils";
import { root } from "./settings";

const OPTIONS = { module: true, codegen: { legalComments: "external" } } as const;

const folder = join(root, process.env["MILLRACE_BUILD_FOLDER"] ?? "build");
const meta = JSON.parse(readFileSync(join(folder, "metafile.js.json"), "utf8")) as { outputs: Record<string, object> };
const scripts = Object.keys(meta.outputs).filter((name) => name.endsWith(".js"));
const notices = new Set(scripts.flatMap(shorten));
put(join(root, "public/build/licences.txt"), `${[...notices].sort().join("\n\n")}\n`);

/** Writes one file anew, which keeps its name: what it says is the same. Answers the notices that stood in it. */
function shorten(name: string): string[] {
  const file = join(root, name);
  const { code, legalComments, errors } = minifySync(name, readFileSync(file, "utf8"), OPTIONS);
  const [first] = errors;
  if (first) throw new Error(`${name}: ${first.message}`);
  put(file, code);
  return legalComments;
}

/** By renaming: a product that runs from this folder sends the old file or the new one, whole. */
function put(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
