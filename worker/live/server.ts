import { createServer, type Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import { env } from "~/env.server";

const PING_EVERY_MS = 10_000;
const PING_WITHIN_MS = 10_000;
/** A report of a node with many tasks, or a chunk of logs, and some room. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

/**
 * The Socket.IO server of section 5. Browsers may connect from APP_ORIGIN alone and by WebSocket alone, so that
 * no cross-origin answer is ever readable (0.6); agents send no Origin.
 */
export function createLiveServer(): { io: Server; http: HttpServer } {
  const http = createServer((request, response) => {
    response.statusCode = request.url === "/healthz" ? 200 : 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ retcode: response.statusCode === 200 ? "OK" : "ERROR" }));
  });
  const io = new Server(http, {
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

export async function listen(http: HttpServer): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(env.WORKER_PORT, env.HOST, () => resolve());
  });
}
