import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

export interface SeverableProxy {
  /** The same database, reached through the proxy. */
  url: string;
  /** Lets nothing pass from now on, and notifies nobody, as when a network is lost. */
  sever(): void;
  close(): void;
}

/** A connection to a database that can be lost. @param at the words of a statement at which it is. */
export async function startSeverableProxy(databaseUrl: string, at?: string): Promise<SeverableProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let severed = false;
  const sever = () => {
    severed = true;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((inward) => {
    const outward = connect(Number(target.port), target.hostname);
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    }
    if (severed) return;
    if (at !== undefined) inward.on("data", (data) => void (data.includes(at) && sever()));
    inward.pipe(outward).pipe(inward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    sever,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
