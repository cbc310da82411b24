import type { ServerBuild } from "@remix-run/node";
import { env } from "~/platform/env.server";
import { beginTrace, isTracing, traced } from "~/platform/tracing.server";

/** Paths that monitoring asks every few seconds: their traces would be most of all. */
const UNTRACED = new Set(["/healthz", "/readyz", "/metrics"]);
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Traced {
  request: Request;
  /** The pattern. The address itself may have a secret in it, such as the token of a link in a mail. */
  route: string;
  requestId: string;
  statusOf: (response: Response) => number;
}

/** Answers a request as the first span of a trace. */
export function tracedRequest(given: Traced, answer: () => Promise<Response>): Promise<Response> {
  const { request, route, requestId, statusOf } = given;
  if (!isTracing() || UNTRACED.has(route)) return answer();
  const method = METHODS.has(request.method) ? request.method : "_OTHER";
  return beginTrace(`${method} ${route}`, answer, {
    kind: "server",
    caller: request.headers.get("traceparent"),
    attributes: {
      "http.request.method": method,
      "http.route": route,
      "url.scheme": new URL(env.APP_ORIGIN).protocol.slice(0, -1),
      "millrace.request_id": requestId,
    },
    after: (response) => {
      const status = statusOf(response);
      return {
        "http.response.status_code": status,
        "error.type": status >= 500 ? String(status) : undefined,
      };
    },
  });
}

/** The build with a span for each loader and action. */
export function withSpans(build: ServerBuild): ServerBuild {
  if (!isTracing()) return build;
  const routes = Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, withSpansOf(id, route)]] : []));
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}

type Route = NonNullable<ServerBuild["routes"][string]>;

function withSpansOf(id: string, route: Route): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: (args) => traced(`loader ${id}`, async () => await loader(args)) }),
      ...(action && { action: (args) => traced(`action ${id}`, async () => await action(args)) }),
    },
  };
}
