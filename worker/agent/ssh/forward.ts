import { connect, createServer, type Server as NetServer, type Socket } from "node:net";
import type { Connection, ServerChannel } from "ssh2";

/** Serves port forwarding in both directions (`ssh -L`, `-R`, `-D`), within reach of the task's own network. */
export function serveForwarding(client: Connection): void {
  client.on("tcpip", (accept, reject, { destIP, destPort }) => {
    const socket = connect(destPort, destIP);
    socket.once("error", () => reject?.());
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      join(socket, accept());
    });
  });

  const listeners = new Map<string, NetServer>();
  client.on("request", (accept, reject, name, info) => {
    if (name === "tcpip-forward") return listen(client, listeners, info, accept, reject);
    if (name === "cancel-tcpip-forward") {
      listeners.get(`${info.bindAddr}:${info.bindPort}`)?.close();
      return accept?.();
    }
    reject?.();
  });
  client.on("close", () => listeners.forEach((server) => server.close()));
}

function listen(
  client: Connection,
  listeners: Map<string, NetServer>,
  { bindAddr, bindPort }: { bindAddr: string; bindPort: number },
  accept: ((chosenPort?: number) => void) | undefined,
  reject: (() => void) | undefined,
): void {
  const server = createServer((socket) => {
    client.forwardOut(bindAddr, bindPort, socket.remoteAddress ?? "", socket.remotePort ?? 0, (error, channel) => {
      if (error) return socket.destroy();
      join(socket, channel);
    });
  });
  server.once("error", () => reject?.());
  // Whatever address the client names, the port opens on loopback only.
  server.listen(bindPort, "127.0.0.1", () => {
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : bindPort;
    listeners.set(`${bindAddr}:${port}`, server);
    accept?.(port);
  });
}

/** Joins both ends. Otherwise a program whose other end has gone would wait for a reader for ever. */
function join(socket: Socket, channel: ServerChannel): void {
  socket.on("error", () => channel.destroy());
  channel.on("error", () => socket.destroy());
  channel.once("close", () => socket.destroySoon());
  socket.pipe(channel).pipe(socket);
}
