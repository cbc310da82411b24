import { createServer, type Server, type Socket } from "node:net";
import { connectInside } from "./connect-inside";
import { introduce } from "./introduce";

const CONNECTIONS_MAX = 512;
/** Time for a client to close its own side, after the server's end. */
const LINGER_MS = 1_000;

/**
 * Listens on the machine for the task, whose own network is unreachable from elsewhere, and passes each connection in.
 * It takes the first free port: another program may have started since the agent chose.
 */
export async function openDoor(given: { bind: string; ports: number[]; runDir: string }): Promise<number> {
  for (const port of given.ports) {
    const server = createServer({ allowHalfOpen: true }, (outside) => handIn(outside, given.runDir));
    server.maxConnections = CONNECTIONS_MAX;
    if (await listens(server, port, given.bind)) return port;
  }
  throw new Error(`ssh: no port of ${given.ports.join(", ")} is free`);
}

function handIn(outside: Socket, runDir: string): void {
  // Each keystroke is a small packet that must not wait for the next one.
  outside.setNoDelay(true);
  outside.on("error", () => {});
  let inside: Socket;
  try {
    inside = connectInside(runDir);
  } catch {
    outside.destroy();
    return;
  }
  inside.on("error", () => outside.destroy());
  outside.on("close", () => inside.destroy());
  inside.on("close", () => outside.destroy());
  // A client that ignores the end would keep its place for ever.
  outside.once("finish", () => setTimeout(() => outside.destroy(), LINGER_MS));
  inside.write(introduce(outside));
  outside.pipe(inside);
  inside.pipe(outside);
}

async function listens(server: Server, port: number, bind: string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, bind, () => resolve(true));
  });
}
