import type { Socket } from "node:net";

/** Reads the first line of a connection, without its end; the rest stays to be read. */
export async function takeLine(socket: Socket, maxBytes: number): Promise<string> {
  let seen = Buffer.alloc(0);
  for (;;) {
    const end = seen.indexOf("\r\n");
    if (end >= 0) {
      if (seen.length > end + 2) socket.unshift(seen.subarray(end + 2));
      return seen.toString("latin1", 0, end);
    }
    if (seen.length > maxBytes) throw new Error("no first line");
    seen = Buffer.concat([seen, await nextChunk(socket)]);
  }
}

async function nextChunk(socket: Socket): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk) return chunk;
    await new Promise<void>((resolve, reject) => {
      const gone = () => reject(new Error("it went away"));
      socket.once("close", gone);
      socket.once("readable", () => {
        socket.removeListener("close", gone);
        resolve();
      });
    });
    if (socket.readableEnded || socket.destroyed) throw new Error("it went away");
  }
}
