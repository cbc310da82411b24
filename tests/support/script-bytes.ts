import { readFileSync, readdirSync } from "node:fs";
import { text } from "./source";

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
}

/** The compiler's information about the files that it wrote. */
interface Metafile {
  outputs: Record<string, { imports: { path: string; kind: string }[]; inputs: object; entryPoint?: string }>;
}

/** A part that is loaded with its page, unlike one that is loaded by a click. */
const LATE = /\blate\(\s*\(\) => import\("([^"]+)"\)/g;

/** Number of bytes sent for a file, by its address. */
type Sent = (file: string) => Promise<number>;

/**
 * Bytes of script that are sent for a screen, by route id, which is the route's file without its ending: the common
 * part, the layout, the screen, and the largest of its late parts (tabs, steps), of which a page shows one. Charts,
 * Socket.IO and the parts that a click loads do not count. Reads the last build.
 */
export async function scriptBytes(sent: Sent): Promise<Map<string, number>> {
  const manifest = readManifest();
  const meta = JSON.parse(readFileSync("build/metafile.js.json", "utf8")) as Metafile;
  const sizes = new Map<string, number>();
  for (const file of Object.keys(meta.outputs)
    .filter((output) => output.endsWith(".js"))
    .map(addressOf)) {
    sizes.set(file, await sent(file));
  }
  const sum = (files: Iterable<string>) =>
    [...files].reduce((total, file) => total + (sizes.get(file) ?? Number.NaN), 0);
  return new Map(
    Object.keys(manifest.routes).map((id) => {
      const files = filesOf(manifest, id);
      const late = latePartsOf(meta, [...files]).map((part) =>
        sum([...withImports(meta, part)].filter((file) => !files.has(file))),
      );
      return [id, sum(files) + Math.max(0, ...late)];
    }),
  );
}

/** Counts the bytes that a running product sends to clients that accept gzip. */
export const sentBy =
  (origin: string): Sent =>
  async (file) => {
    const answer = await fetch(origin + file, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
    return Number(answer.headers.get("Content-Length") ?? Number.NaN);
  };

const addressOf = (output: string) => output.slice("public".length);

function readManifest(): Manifest {
  const file = readdirSync("public/build").find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error("no build: run `npm run build` first");
  const content = readFileSync(`public/build/${file}`, "utf8");
  return JSON.parse(content.slice(content.indexOf("=") + 1).replace(/;\s*$/, "")) as Manifest;
}

function filesOf(manifest: Manifest, routeId: string): Set<string> {
  const files = new Set([manifest.entry.module, ...manifest.entry.imports]);
  for (let id: string | undefined = routeId; id; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) break;
    for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
  }
  return files;
}

/** Files of the late parts that these source files name. */
function latePartsOf(meta: Metafile, files: string[]): string[] {
  const sources = files.flatMap((file) => Object.keys(meta.outputs[`public${file}`]?.inputs ?? {}));
  const parts = sources
    .filter((source) => /^app\/.*\.tsx$/.test(source))
    .flatMap((source) =>
      [...text(source).matchAll(LATE)].map(([, to = ""]) =>
        new URL(`${to}.tsx`, `file:///${source}`).pathname.slice(1),
      ),
    );
  return Object.entries(meta.outputs).flatMap(([output, { entryPoint = "" }]) =>
    parts.includes(entryPoint) ? [addressOf(output)] : [],
  );
}

function withImports(meta: Metafile, file: string): Set<string> {
  const all = new Set([file]);
  for (const one of all)
    for (const { path, kind } of meta.outputs[`public${one}`]?.imports ?? [])
      if (kind === "import-statement") all.add(addressOf(path));
  return all;
}
