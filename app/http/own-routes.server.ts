import { createRequire } from "node:module";
import type { createRequestHandler, RequestHandler, ServerBuild } from "@remix-run/node";

interface Runtime {
  createRequestHandler: typeof createRequestHandler;
}

interface Row {
  url: string;
  file: string;
}

/**
 * Remix finds the routes of an address by trying the patterns of all routes, twice a request, which takes longer than
 * many an answer. Here each row of the routes table has a handler of its own that knows no other routes; what is in no
 * row as it stands, such as an address in capitals, goes to one that knows all. The browser asks for the routes of other
 * screens when their links appear; only those of `/` are always there, since it takes the root, whose path is empty too,
 * for all that `/` names, and would show an empty page.
 */
export function handleByRow(rows: readonly Row[], rowOf: (pathname: string) => string): void {
  const idOf = new Map(rows.map(({ url, file }) => [url, file.replace(/\.\w+$/, "")]));
  idOf.delete("/*");
  const start = idOf.get("/");
  const runtime = runtimeOfServe();
  const create = runtime.createRequestHandler;
  runtime.createRequestHandler = (build, mode) => {
    if (typeof build === "function") return create(build, mode);
    const whole = create(build, mode);
    const handlers = new Map<string, RequestHandler>();
    return (request, context) => {
      const id = idOf.get(rowOf(new URL(request.url).pathname));
      if (id === undefined) return whole(request, context);
      const handler = handlers.get(id) ?? create(withRoutesOf(id, start, build), mode);
      handlers.set(id, handler);
      return handler(request, context);
    };
  };
}

/** The build with the routes of one row, and those of `/` without the list of what to fetch ahead of them. */
function withRoutesOf(id: string, start: string | undefined, build: ServerBuild): ServerBuild {
  const own = lineOf(id, build);
  const known = new Set([...own, ...lineOf(start, build)]);
  const routes = Object.entries(build.routes).filter(([one]) => known.has(one));
  const files = Object.entries(build.assets.routes)
    .filter(([one]) => known.has(one))
    .map(([one, route]) => [one, own.includes(one) ? route : { ...route, imports: [] }] as const);
  return {
    ...build,
    routes: Object.fromEntries(routes),
    assets: { ...build.assets, routes: Object.fromEntries(files) },
  };
}

/** A route and those it stands in. */
function lineOf(id: string | undefined, { routes }: Pick<ServerBuild, "routes">): string[] {
  return id === undefined ? [] : [id, ...lineOf(routes[id]?.parentId, { routes })];
}

/** What remix-serve makes its handler with. */
function runtimeOfServe(): Runtime {
  const node = createRequire(import.meta.url).resolve("@remix-run/node");
  return createRequire(node)("@remix-run/server-runtime") as Runtime;
}
