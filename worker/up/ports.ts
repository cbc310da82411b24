import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports below those of outgoing connections (Linux: from 32768), and above those of the demo nodes (22001 and up). */
const FROM = 23_000;
const BEFORE = 32_000;
const TRIES = 200;

/**
 * Finds a loopback TCP port that is free now and not among the taken ones. It lies outside the range of outgoing
 * connections, so no other program's connection takes it before it is used.
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
