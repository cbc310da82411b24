// The last step of `npm run build`: the browser's files once more through a minifier whose names compress better than those of
// Remix's compiler (decision 0313). What the licences of packages ask to be kept with them stands in one file beside them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync } from "rolldown/utils";
import { writeWhole } from "../cli/account/write-whole";
import { root } from "./settings";

const MODE = 0o644;
const OPTIONS = { module: true, codegen: { legalComments: "external" } } as const;

const folder = join(root, process.env["MILLRACE_BUILD_FOLDER"] ?? "build");
const meta = JSON.parse(readFileSync(join(folder, "metafile.js.json"), "utf8")) as { outputs: Record<string, object> };
const scripts = Object.keys(meta.outputs).filter((name) => name.endsWith(".js"));
const notices = new Set(scripts.flatMap(shorten));
writeWhole(join(root, "public/build/licences.txt"), `${[...notices].sort().join("\n\n")}\n`, MODE);

/** Writes one file anew, which keeps its name: what it says is the same. Answers the notices that stood in it. */
function shorten(name: string): string[] {
  const file = join(root, name);
  const { code, legalComments, errors } = minifySync(name, readFileSync(file, "utf8"), OPTIONS);
  const [first] = errors;
  if (first) throw new Error(`${name}: ${first.message}`);
  writeWhole(file, code, MODE);
  return legalComments;
}
