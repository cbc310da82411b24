/** The label of paths that no row of the table answers. */
const NONE = "none";
/** Scripts and styles of the build. */
const FILES = "/build/*";

/**
 * Finds the row of the routes table that answers a path, as a label that contains nothing of the path itself: counts
 * stay few, and no token of a link gets into a log. Requests of a screen's script (`.data`) belong to the screen.
 */
export function patternFinder(urls: readonly string[]): (pathname: string) => string {
  const literal = new Set(urls.filter((url) => !/[:*]/.test(url)));
  const others = urls
    .filter((url) => !literal.has(url))
    .sort((one, other) => rank(other) - rank(one))
    .map((url) => ({ url, source: sourceOf(url) }));
  return (pathname) => {
    if (pathname.startsWith("/build/")) return FILES;
    const path = pathname
      .replace(/^\/_root\.data$/, "/")
      .replace(/\.data$/, "")
      .replace(/(?<=.)\/+$/, "");
    if (literal.has(path)) return path;
    return others.find(({ source }) => source.test(path))?.url ?? NONE;
  };
}

/** Ranks a pattern: a literal segment goes before a parameter, and both before a splat. */
function rank(url: string): number {
  return url.split("/").reduce((sum, segment) => sum + (segment === "*" ? -100 : segment.startsWith(":") ? 3 : 10), 0);
}

function sourceOf(url: string): RegExp {
  const source = url.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+").replace("*", ".*");
  return new RegExp(`^${source}$`);
}
