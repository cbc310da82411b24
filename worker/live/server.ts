import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from "node:http";
import { Server } from "socket.io";
import { env } from "~/env.server";

const NAMESPACES = ["/public", "/customer", "/operator", "/agent"];
const PING_EVERY_MS = 10_000;
const PING_WITHIN_MS = 10_000;
/** A report of a node with many tasks, or a chunk of logs, and some room. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

/**
 * The Socket.IO server of section 5. Browsers may connect from APP_ORIGIN alone and by WebSocket alone, so that
 * no cross-origin answer is ever readable (0.6); agents send no Origin.
 */
export function createLiveServer(): { io: Server; http: HttpServer } {
  const http = createServer((request, response) => answer(io, request, response));
  const io: Server = new Server(http, {
    path: "/socket.io/",
    transports: ["websocket"],
    serveClient: false,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PING_WITHIN_MS,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    allowRequest: (request, decide) => {
      const origin = request.headers.origin;
      decide(null, origin === undefined || origin === env.APP_ORIGIN);
    },
  });
  return { io, http };
}

/** The few paths beside the sockets: whether the process answers, and its figures. */
function answer(io: Server, request: IncomingMessage, response: ServerResponse): void {
  if (request.url === "/metrics" && mayReadMetrics(request)) {
    response.setHeader("content-type", "text/plain; version=0.0.4; charset=utf-8");
    response.end(socketMetrics(io));
    return;
  }
  response.statusCode = request.url === "/healthz" ? 200 : 404;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ retcode: response.statusCode === 200 ? "OK" : "ERROR" }));
}

function mayReadMetrics({ headers }: IncomingMessage): boolean {
  return env.METRICS_TOKEN !== undefined && headers.authorization === `Bearer ${env.METRICS_TOKEN}`;
}

function socketMetrics(io: Server): string {
  const counts = NAMESPACES.map((name) => [name, io.of(name).sockets.size] as const);
  return [
    "# HELP millrace_socket_connections Open sockets of this worker.",
    "# TYPE millrace_socket_connections gauge",
    ...counts.map(([name, count]) => `millrace_socket_connections{namespace="${name}"} ${count}`),
    "",
  ].join("\n");
}

export async function listen(http: HttpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(env.WORKER_PORT, env.HOST, () => resolve());
  });
}
