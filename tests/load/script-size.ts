import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { figure, heading } from "./report";

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { id: string; parentId?: string; module: string; imports?: string[] }>;
}

/** Script that the browser loads for each customer screen, gzipped, lazily loaded charts apart. Needs a build. */
export function benchScriptSize(): void {
  heading("Script on customer screens (gzip)");
  const sizes = [...scriptBytes()]
    .filter(([id]) => /routes\/(public|customer)\//.test(id) && !id.endsWith("layout"))
    .sort(([, a], [, b]) => b - a);
  for (const [id, bytes] of sizes) figure(id, `${(bytes / 1024).toFixed(1)} KB`, "at most 130 KB");
}

/** Gzipped bytes of script by route id, which is the route's file without its ending. */
export function scriptBytes(): Map<string, number> {
  const manifest = readManifest();
  const files = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const bytes = files.get(file) ?? gzipSync(readFileSync(`public${file}`)).length;
    files.set(file, bytes);
    return bytes;
  };
  return new Map(
    Object.keys(manifest.routes).map((id) => [
      id,
      [...filesOf(manifest, id)].reduce((sum, file) => sum + sizeOf(file), 0),
    ]),
  );
}

function readManifest(): Manifest {
  const file = readdirSync("public/build").find((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error("no build: run `npm run build` first");
  const text = readFileSync(`public/build/${file}`, "utf8");
  return JSON.parse(text.slice(text.indexOf("=") + 1).replace(/;\s*$/, "")) as Manifest;
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
