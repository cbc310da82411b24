import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

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
export function handlersOfRows(build: ServerBuild, rows: readonly Row[]): (row: string) => RequestHandler {
  const idOf = new Map(rows.map(({ url, file }) => [url, file.replace(/\.\w+$/, "")]));
  idOf.delete("/*");
  const start = idOf.get("/");
  const whole = createRequestHandler(build, build.mode);
  const handlers = new Map<string, RequestHandler>();
  return (row) => {
    const id = idOf.get(row);
    if (id === undefined) return whole;
    const handler = handlers.get(id) ?? createRequestHandler(withRoutesOf(id, start, build), build.mode);
    handlers.set(id, handler);
    return handler;
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
