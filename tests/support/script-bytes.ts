import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { text } from "./source";

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
}

/** What the compiler says of the files it wrote. */
interface Metafile {
  outputs: Record<string, { imports: { path: string; kind: string }[]; inputs: object; entryPoint?: string }>;
}

/** A part that comes with the page that shows it, unlike one that is asked for by a click. */
const LATE = /\blate\(\s*\(\) => import\("([^"]+)"\)/g;

/**
 * Gzipped bytes of script that the browser loads for a screen, by route id, which is the route's file without its ending: what every
 * page has, the layout, the screen, and the largest of its late parts (tabs, steps), of which a page shows one. Charts, Socket.IO and
 * what a click loads are apart. Reads the last build.
 */
export function scriptBytes(): Map<string, number> {
  const manifest = readManifest();
  const meta = JSON.parse(readFileSync("build/metafile.js.json", "utf8")) as Metafile;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const bytes = sizes.get(file) ?? gzipSync(readFileSync(`public${file}`)).length;
    sizes.set(file, bytes);
    return bytes;
  };
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0);
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

/** Files of the late parts that the sources of these files name. */
function latePartsOf(meta: Metafile, files: string[]): string[] {
  const sources = files.flatMap((file) => Object.keys(meta.outputs[`public${file}`]?.inputs ?? {}));
  const parts = sources
    .filter((source) => /^app\/routes\/.*\.tsx$/.test(source))
    .flatMap((source) =>
      [...text(source).matchAll(LATE)].map(([, to = ""]) =>
        new URL(`${to}.tsx`, `file:///${source}`).pathname.slice(1),
      ),
    );
  return Object.entries(meta.outputs).flatMap(([output, { entryPoint = "" }]) =>
    parts.includes(entryPoint) ? [output.slice("public".length)] : [],
  );
}

function withImports(meta: Metafile, file: string): Set<string> {
  const all = new Set([file]);
  for (const one of all)
    for (const { path, kind } of meta.outputs[`public${one}`]?.imports ?? [])
      if (kind === "import-statement") all.add(path.slice("public".length));
  return all;
}
