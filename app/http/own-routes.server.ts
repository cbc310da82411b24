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
 * screens when their links appear.
 */
export function handleByRow(rows: readonly Row[], rowOf: (pathname: string) => string): void {
  const idOf = new Map(rows.map(({ url, file }) => [url, file.replace(/\.\w+$/, "")]));
  idOf.delete("/*");
  const runtime = runtimeOfServe();
  const create = runtime.createRequestHandler;
  runtime.createRequestHandler = (build, mode) => {
    if (typeof build === "function") return create(build, mode);
    const whole = create(build, mode);
    const handlers = new Map<string, RequestHandler>();
    return (request, context) => {
      const id = idOf.get(rowOf(new URL(request.url).pathname));
      if (id === undefined) return whole(request, context);
      const handler = handlers.get(id) ?? create(withRoutesOf(id, build), mode);
      handlers.set(id, handler);
      return handler(request, context);
    };
  };
}

/** The build with one route and those it stands in. */
function withRoutesOf(id: string, build: ServerBuild): ServerBuild {
  const ids: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = build.routes[at]?.parentId) ids.push(at);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([one]) => ids.includes(one)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** What remix-serve makes its handler with. */
function runtimeOfServe(): Runtime {
  const node = createRequire(import.meta.url).resolve("@remix-run/node");
  return createRequire(node)("@remix-run/server-runtime") as Runtime;
}
