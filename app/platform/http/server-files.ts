import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const COMPRESSED = /^(text\/|application\/json|image\/svg)/;
/** File names of the build hold a hash of the file's content. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_AN_HOUR = "public, max-age=3600";
/** Nearly as small as at the highest level, in a hundredth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** 3% smaller than at zlib's highest level; the largest file, the charts' 1.1 MB, takes 0.15 s once. */
const GZIP = { library: "libdeflate", level: 12 } as const;

type Bytes = Uint8Array<ArrayBuffer>;

interface Kept {
  headers: Record<string, string>;
  bodies: { br?: Bytes; gzip?: Bytes; identity: Bytes };
}

/**
 * Serves the files of some folders; each is read and compressed once, at its first request. Only names that existed at
 * the start are served, so no address leads out of the folders.
 */
export function fileAnswers(folders: string[]): (request: Request, pathname: string) => Promise<Response> | null {
  const files = new Map(folders.flatMap(pathsOf));
  const kept = new Map<string, Promise<Kept>>();
  return ({ method, headers }, pathname) => {
    const path = files.get(pathname);
    if (path === undefined || (method !== "GET" && method !== "HEAD")) return null;
    const file = kept.get(path) ?? keep(path, pathname.startsWith("/build/"));
    kept.set(path, file);
    // A build may be running at this moment.
    file.catch(() => kept.delete(path));
    return file.then((one) => answerOf(one, headers));
  };
}

/** Lists each file's address and path. */
function pathsOf(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length), path]);
}

async function keep(path: string, named: boolean): Promise<Kept> {
  const identity = await readFile(path);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const headers = {
    "Content-Type": type,
    "Cache-Control": named ? FOR_EVER : FOR_AN_HOUR,
    ETag: `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
  };
  if (!COMPRESSED.test(type)) return { headers, bodies: { identity } };
  const br = await promisify(brotliCompress)(identity, BROTLI);
  return { headers: { ...headers, Vary: "Accept-Encoding" }, bodies: { br, gzip: gzipped(identity), identity } };
}

/** Compresses a file for browsers that accept gzip. */
export function gzipped(file: Bytes): Bytes {
  return Bun.gzipSync(file, GZIP);
}

function answerOf({ headers, bodies }: Kept, asked: Headers): Response {
  if (asked.get("If-None-Match")?.includes(headers["ETag"] ?? "")) {
    return new Response(null, { status: 304, headers });
  }
  const accepted = asked.get("Accept-Encoding") ?? "";
  const encoding = (["br", "gzip"] as const).find((one) => bodies[one] && takes(accepted, one));
  return new Response(encoding ? bodies[encoding] : bodies.identity, {
    headers: encoding ? { ...headers, "Content-Encoding": encoding } : headers,
  });
}

/** Checks that a browser accepts an encoding and does not refuse it with `q=0`. */
export function takes(accepted: string, encoding: string): boolean {
  return accepted
    .toLowerCase()
    .split(",")
    .some((one) => {
      const [name, quality = "q=1"] = one.split(";").map((part) => part.trim());
      return name === encoding && !/^q=0(\.0*)?$/.test(quality);
    });
}
