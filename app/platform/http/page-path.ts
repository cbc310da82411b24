/** Returns the page's address behind a request, without the additions of Remix's script. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  searchParams.delete("index");
  const path = pathname.replace(/(\/_root)?\.data$/, "") || "/";
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}

/** The part of an address by which a notice finds its page. */
export function flashPath(path: string): string {
  return path.replace(/[?#].*$/, "");
}
