import type { EntryContext } from "@remix-run/node";

/**
 * The context of a screen with the routes of that screen alone. Remix looks through all routes it is given several
 * times for each page, and through none of them quickly; the browser asks for the routes of other screens when their
 * links appear.
 */
export function withMatchedRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const matched = staticHandlerContext.matches.flatMap(({ route }) => {
    const entry = manifest.routes[route.id];
    return entry ? [[route.id, entry] as const] : [];
  });
  if (matched.length === 0) return context;
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } };
}
