import { createServer } from "node:net";

/** A loopback TCP port that nothing listens on now, and none of the taken ones, on which something will. */
export async function findFreePort(taken: number[] = []): Promise<number> {
  let port = await listenOnce(0);
  while (port !== null && taken.includes(port)) port = await listenOnce(0);
  if (port === null) throw new Error("no free TCP port on 127.0.0.1");
  return port;
}

export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

async function listenOnce(port: number): Promise<number | null> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}
