import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

interface Row {
  url: string;
  file: string;
}

interface Handlers {
  ofRow: (row: string) => RequestHandler;
  /**
   * Answers `/__manifest`, at which a page's script looks up the routes of its links: Remix would try all routes for each
   * link, which took seven times as long as the page itself.
   */
  ofLinks: (paths: readonly string[]) => RequestHandler;
}

const PLAIN = /^[a-z0-9/_.-]*$/;

/**
 * Gives each row of the routes table its own handler. Remix tries the patterns of all routes, twice per request, which
 * often takes longer than the answer. A JSON path gets its own loader and action; a screen gets Remix without other
 * routes. An address in no row, such as one in capitals, gets a handler with all routes. The browser requests routes of
 * other screens when their links appear. Only the routes of `/` are always present: the browser would take the root,
 * whose path is empty too, for `/` and show an empty page.
 */
export function handlersOfRows(build: ServerBuild, rows: readonly Row[], rowOf: (path: string) => string): Handlers {
  const idOf = new Map(rows.map(({ url, file }) => [url, file.replace(/\.\w+$/, "")]));
  const start = idOf.get("/");
  const whole = createRequestHandler(build, build.mode);
  const handlers = new Map<string, RequestHandler>();
  return {
    ofRow: (row) => {
      const id = row === "/*" ? undefined : idOf.get(row);
      if (id === undefined) return whole;
      const handler = handlers.get(id) ?? handlerOf(id);
      handlers.set(id, handler);
      return handler;
    },
    ofLinks: (paths) => {
      const ids = [...new Set(paths.flatMap(startsOf))].map(linkedId);
      return ids.includes(undefined) ? whole : createRequestHandler(withRoutesOf(ids, undefined, build), build.mode);
    },
  };

  function handlerOf(id: string): RequestHandler {
    const route = build.routes[id];
    const isScreen = route === undefined || "default" in route.module;
    return isScreen ? createRequestHandler(withRoutesOf([id], start, build), build.mode) : ownAnswer(route, whole);
  }

  /** Remix also takes a path in capitals or with escapes for a row: only a plain one is known to be in none. */
  function linkedId(path: string): string | undefined {
    const row = rowOf(path);
    return row === "/*" && !PLAIN.test(path) ? undefined : idOf.get(row);
  }
}

/** Returns a path and those of its ancestors, which Remix looks up with it. */
function startsOf(path: string): string[] {
  const names = path.replace(/^\//, "").split("/");
  return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
}

type Route = NonNullable<ServerBuild["routes"][string]>;

/** Answers a route without a screen as Remix does; `whole` builds the form that Remix's script expects. */
function ownAnswer({ path = "", module }: Route, whole: RequestHandler): RequestHandler {
  const names = path.split("/");
  return async (request, context: AppLoadContext = {}) => {
    const { pathname } = new URL(request.url);
    const { loader, action } = module;
    const run = request.method === "GET" || request.method === "HEAD" ? loader : action;
    if (!run || pathname.endsWith(".data")) return await whole(request, context);
    try {
      return (await run({ request, context, params: paramsIn(names, pathname) })) as Response;
    } catch (error) {
      if (error instanceof Response) return error;
      throw error;
    }
  };
}

function paramsIn(names: readonly string[], pathname: string): Record<string, string> {
  const values = pathname.split("/").slice(1);
  const named = names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), decoded(values[at] ?? "")]] : []));
  return Object.fromEntries(named) as Record<string, string>;
}

/** Decodes a segment; an invalid encoding stays as it is, as in Remix. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The build with those routes, and those of `start` without their list of files to prefetch. */
function withRoutesOf(ids: (string | undefined)[], start: string | undefined, build: ServerBuild): ServerBuild {
  const own = new Set(ids.flatMap((id) => lineOf(id, build)));
  const known = new Set([...own, ...lineOf(start, build)]);
  const routes = Object.entries(build.routes).filter(([one]) => known.has(one));
  const files = Object.entries(build.assets.routes)
    .filter(([one]) => known.has(one))
    .map(([one, route]) => [one, own.has(one) ? route : { ...route, imports: [] }] as const);
  return {
    ...build,
    routes: Object.fromEntries(routes),
    assets: { ...build.assets, routes: Object.fromEntries(files) },
  };
}

/** Returns a route and its ancestors. */
function lineOf(id: string | undefined, { routes }: Pick<ServerBuild, "routes">): string[] {
  return id === undefined ? [] : [id, ...lineOf(routes[id]?.parentId, { routes })];
}
