import { once } from "node:events";
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from "node:net";
import { Client, type ClientChannel, Server } from "ssh2";
import { afterEach, expect, test } from "vitest";
import { serveForwarding } from "../../../../worker/agent/ssh/forward";
import { makeKeyPair } from "../../../../worker/agent/ssh/make-key-pair";

const open: { close: () => unknown }[] = [];

afterEach(() => {
  for (const one of open.splice(0).reverse()) one.close();
});

/** A task's SSH server that accepts anybody, and a client that is logged in. */
async function aClient(): Promise<Client> {
  const server = new Server({ hostKeys: [makeKeyPair("host").private] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (login) => login.accept());
    client.on("ready", () => serveForwarding(client));
  });
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new Client();
  client.on("error", () => {});
  open.push({ close: () => client.end() });
  client.connect({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, username: "root" });
  await once(client, "ready");
  return client;
}

/** A program of the task, and the first connection to it. */
async function aProgram(serve: (socket: Socket) => void): Promise<{ port: number; connection: Promise<Socket> }> {
  const server: NetServer = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const connection = once(server, "connection").then(([socket]) => socket as Socket);
  return { port: (server.address() as AddressInfo).port, connection };
}

async function channelTo(client: Client, port: number): Promise<ClientChannel> {
  return await new Promise((resolve, reject) =>
    client.forwardOut("127.0.0.1", 0, "127.0.0.1", port, (error, channel) =>
      error ? reject(error) : resolve(channel),
    ),
  );
}

/** True if it ends without an error. */
async function closeOf(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
}

/** Writes for as long as the other side reads. */
function flood(socket: Socket): void {
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
  };
  socket.on("drain", more);
  more();
}

test("a program whose reader stops midway loses its connection", async () => {
  const client = await aClient();
  const { port, connection } = await aProgram(flood);
  const channel = await channelTo(client, port);
  const closed = closeOf(await connection);
  await once(channel, "data");
  channel.pause();
  channel.close();
  await closed;
});

test("and so does one whose reader loses its whole connection", async () => {
  const client = await aClient();
  const { port, connection } = await aProgram(flood);
  const channel = await channelTo(client, port);
  const closed = closeOf(await connection);
  await once(channel, "data");
  client.destroy();
  await closed;
});

test("data sent before the end arrives complete", async () => {
  const client = await aClient();
  const all = Buffer.alloc(3_000_000, 7);
  let arrived = 0;
  const { port, connection } = await aProgram((socket) => socket.on("data", (bytes) => (arrived += bytes.length)));
  const channel = await channelTo(client, port);
  const ended = once(await connection, "end");
  channel.end(all);
  await ended;
  expect(arrived).toBe(all.length);
});
