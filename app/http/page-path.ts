/** The address of the page behind a request: without what Remix adds when its script asks for data. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  searchParams.delete("index");
  const path = pathname.replace(/(\/_root)?\.data$/, "") || "/";
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
