// Web: `bun app/server.ts` answers files and hands everything else to the build, which is Remix's own.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type * as Entry from "./entry.server";
import { fileAnswers, takes } from "./platform/http/server-files";

/** Readers limit bodies, with our own messages; this only bounds the part beyond, which is read and thrown away. */
const BODY_MAX_BYTES = Number.MAX_SAFE_INTEGER;
/** Content types to compress: complete answers, not streamed downloads. */
const COMPRESSED = /^(text\/html|text\/x-script|application\/json)\b/;
const COMPRESSED_FROM_BYTES = 1024;
/** A page of 60 KB gets as small as at zlib's level 3, in half the time. */
const COMPRESSION = { library: "libdeflate", level: 1 } as const;
/** Paths that simple balancers ask without a Host (HTTP/1.0). */
const PROBED = ["/healthz", "/readyz"];
/** Paths of a process's own port: at the shared port any process may answer. */
const ASKED_ALONE = ["/metrics", ...PROBED];
/** Time that a stop waits for running answers; the supervisor waits longer. */
const DRAIN_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

const root = resolve(import.meta.dirname, "..");
/** `bun app/server.ts dev`: the build of `npm run dev`, whose browser part has its own folder too. */
const isDev = process.argv[2] === "dev";
const built = resolve(root, isDev ? "build/dev.js" : "build/index.js");
const folders = [resolve(root, "public"), ...(isDev ? [resolve(root, "build/dev")] : [])];
const build = (await import(pathToFileURL(built).href)) as ServerBuild;
const entry = build.entry.module as unknown as typeof Entry;
const { answerer, env, keepTime, log, logVersionMismatch, refusePooler, startTracing, stopTracing, writeNoted } = entry;

await refusePooler(env.DATABASE_URL, log);
await startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: "web", log });
const answer = answerer(build, fileAnswers(folders));
const options = {
  hostname: env.HOST,
  idleTimeout: env.REQUEST_SECONDS,
  maxRequestBodySize: BODY_MAX_BYTES,
  fetch: async (asked: Request, web: Bun.Server<undefined>) => {
    const request = addressed(asked);
    return await compressed(request, await answer(request, web.requestIP(asked)?.address ?? ""));
  },
};
// The kernel gives each new connection to one of the processes on the port. A single one does not share it, so that a
// second start by mistake is refused.
const server = Bun.serve({ ...options, port: env.PORT, reusePort: env.WEB_PROCESSES > 1 });
if (env.METRICS_PORT !== undefined) {
  Bun.serve({
    ...options,
    port: env.METRICS_PORT + env.WEB_PROCESS - 1,
    fetch: async (request, web) =>
      ASKED_ALONE.includes(new URL(addressed(request).url).pathname)
        ? await options.fetch(request, web)
        : new Response(null, { status: 404 }),
  });
}
log.info({ address: server.url.origin }, "web listens");
void keepTime(log);
void logVersionMismatch({ folder: resolve(root, "prisma/migrations"), log });

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void drain());

/** Accepts no more connections, finishes running answers, and exits. */
async function drain(): Promise<void> {
  void server.stop();
  const startedMs = performance.now();
  while (server.pendingRequests > 0 && performance.now() - startedMs < DRAIN_WITHIN_MS) {
    await Bun.sleep(LOOK_EVERY_MS);
  }
  await writeNoted();
  await stopTracing();
  process.exit(0);
}

/** Gives a probe without a Host an address; Bun knows only its path. */
function addressed(request: Request): Request {
  return PROBED.includes(request.url) ? new Request(`http://127.0.0.1:${env.PORT}${request.url}`, request) : request;
}

async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (!COMPRESSED.test(headers.get("Content-Type") ?? "") || headers.has("Content-Encoding")) return response;
  headers.append("Vary", "Accept-Encoding");
  if (request.method === "HEAD" || !takes(request.headers.get("Accept-Encoding") ?? "", "gzip")) return response;
  const bytes = await response.bytes();
  if (bytes.length < COMPRESSED_FROM_BYTES) return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  return new Response(Bun.gzipSync(bytes, COMPRESSION), { status, headers });
}
