import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["app", "worker", "prisma", "tests"];
const left = /(^|\/)(node_modules|generated|migrations|\.[^/]+)\//;

export interface Import {
  /** Path from the root, or the package's name. */
  to: string;
  /** True if the import is not there at run time. */
  typeOnly: boolean;
  /** True for `import()`, which loads it when it is needed. */
  late: boolean;
}

/** Every source file of the project, by its path from the root. Each is read once, although many rules look at it. */
export const sourceFiles = once((): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((name) => /\.(m?[jt]s|tsx)$/.test(name) && !name.endsWith(".d.ts") && !left.test(`${name}/`)),
  ),
);

export const text = once((file: string): string => readFileSync(join(root, file), "utf8"));

const statement = /^\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
const dynamic = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

export const imports = once((file: string): Import[] => {
  const content = text(file);
  return [
    ...[...content.matchAll(statement)].map(([, type, to]) => ({ to: to ?? "", typeOnly: Boolean(type), late: false })),
    ...[...content.matchAll(dynamic)].map(([, to]) => ({ to: to ?? "", typeOnly: false, late: true })),
  ].map(({ to, ...how }) => ({ to: resolve(file, to), ...how }));
});

function resolve(from: string, to: string): string {
  if (!/^[.~]/.test(to)) return to;
  const path = to.startsWith("~/") ? `app/${to.slice(2)}` : normalize(join(dirname(from), to));
  const found = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts"].find(
    (end) => /\.[a-z]+$/.test(path + end) && existsSync(join(root, path + end)),
  );
  return path + (found ?? "");
}

/** Caches file contents by the name of the file. */
function once<T>(read: (file: string) => T): (file?: string) => T {
  const kept = new Map<string, T>();
  return (file = "") => {
    const known = kept.get(file);
    if (known !== undefined) return known;
    const value = read(file);
    kept.set(file, value);
    return value;
  };
}

/** The modules in their order (app/README.md): values are imported only from those above. */
export const MODULES = [...text("app/README.md").matchAll(/^\| `([a-z]+)`/gm)].map(([, module = ""]) => module);
