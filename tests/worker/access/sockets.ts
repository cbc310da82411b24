import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { WaysWorld } from "./access-world";

interface OpenSocket {
  heard: string[];
  send: (text: string) => void;
  end: () => void;
  closed: Promise<unknown>;
}

/** A WebSocket by hand, because only that shows which bytes arrived: short text messages, both ways. */
export async function aWebSocket(world: WaysWorld, headers: Record<string, string>): Promise<OpenSocket> {
  const socket = await upgraded(world, headers);
  const heard: string[] = [];
  let seen = Buffer.alloc(0);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("data", (data: Buffer) => {
    seen = Buffer.concat([seen, data]);
    while (seen.length >= 2 && seen.length >= 2 + ((seen[1] ?? 0) & 0x7f)) {
      const length = (seen[1] ?? 0) & 0x7f;
      heard.push(seen.toString("utf8", 2, 2 + length));
      seen = seen.subarray(2 + length);
    }
  });
  socket.resume();
  return { heard, send: (text) => socket.write(frame(text)), end: () => socket.destroy(), closed };
}

/** Requests 200 MB over a WebSocket and reads nothing. */
export async function flooded(world: WaysWorld, headers: Record<string, string>): Promise<Socket> {
  const socket = await upgraded(world, headers);
  socket.write(frame("flood"));
  return socket;
}

async function upgraded({ worker, port, label }: WaysWorld, headers: Record<string, string>): Promise<Socket> {
  const own = new URL(worker.origin);
  const socket = connect(Number(own.port), own.hostname);
  socket.on("error", () => {});
  const lines = [
    "GET /ws HTTP/1.1",
    `Host: ${port}-${label}.localhost:${own.port}`,
    ...["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"],
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => {
    let seen = "";
    const take = (data: Buffer) => {
      seen += data.toString("latin1");
      if (!seen.includes("\r\n\r\n")) return;
      socket.removeListener("data", take);
      socket.pause();
      resolve(seen);
    };
    socket.on("data", take);
    socket.once("close", () => resolve(seen));
  });
  if (!head.startsWith("HTTP/1.1 101")) {
    socket.destroy();
    throw new Error(head.split("\r\n")[0]);
  }
  return socket;
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, masked]);
}
