import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections (Linux: from 32768), and beside the demo nodes' (22001 and up). */
const FROM = 23_000;
const BEFORE = 32_000;
const TRIES = 200;

/**
 * A loopback TCP port that nothing listens on now, and none of the taken ones, on which something will. Until then no
 * connection of another program takes it away, as it may one that the system itself would choose.
 */
export async function findFreePort(taken: number[] = []): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FROM, BEFORE);
    if (!taken.includes(port) && (await isFree(port))) return port;
  }
  throw new Error("no free TCP port on 127.0.0.1");
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
