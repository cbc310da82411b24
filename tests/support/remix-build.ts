import type { EntryContext, ServerBuild } from "@remix-run/node";

/** A build like the compiler's, whose screens answer with the result of `tell` for their rendering. */
export function aBuild(
  routes: Record<string, unknown>,
  tell: (request: Request, context: EntryContext) => Response = () => new Response("page"),
): ServerBuild {
  const page = (request: Request, _status: number, _headers: Headers, context: EntryContext) => tell(request, context);
  return {
    routes,
    assets: { entry: { imports: [], module: "" }, routes, url: "", version: "1" },
    entry: { module: { default: page } },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
    mode: "production",
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    isSpaMode: false,
  } as unknown as ServerBuild;
}
