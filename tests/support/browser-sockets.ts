import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { afterAll, afterEach, beforeAll } from "vitest";
import { serveBrowsers } from "../../worker/live/browsers";
import { Door } from "../../worker/live/door";
import { closeSockets, type WorkerProcess } from "./worker-process";

/** Serves the browsers' sockets in a test file's process, so that the test can look at rooms and close sessions. */
export function useBrowserSockets(): { io: Server; worker: WorkerProcess } {
  const http = createServer();
  const io = new Server(http, { transports: ["websocket"] });
  const worker: WorkerProcess = { origin: "", end: async () => await io.close(), signal: () => {} };
  beforeAll(async () => {
    const door = new Door();
    door.attend(io);
    serveBrowsers(io, door);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    worker.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });
  afterEach(closeSockets);
  afterAll(async () => await worker.end());
  return { io, worker };
}
