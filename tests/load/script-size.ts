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
  const manifest = readManifest();
  const sizes = Object.values(manifest.routes)
    .filter((route) => /routes\/(public|customer)\//.test(route.id) && !route.id.endsWith("layout"))
    .map((route) => ({ id: route.id, bytes: sizeOf(filesOf(manifest, route.id)) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { id, bytes } of sizes) figure(id, `${(bytes / 1024).toFixed(1)} KB`, "at most 130 KB");
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

function sizeOf(files: Set<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(`public${file}`)).length;
  return bytes;
}
