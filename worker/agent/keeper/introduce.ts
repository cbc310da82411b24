import type { Socket } from "node:net";

const LINE_MAX = 107;

/** The line of the PROXY protocol that tells the task's server who is at the door. */
export function introduce({ remoteAddress = "unknown", remotePort = 0 }: Socket): string {
  return `PROXY ${remoteAddress.includes(":") ? "TCP6" : "TCP4"} ${remoteAddress} - ${remotePort} 0\r\n`;
}

/** Takes that line off the beginning of a connection and shows its sender as the far end. */
export async function takeIntroduction(socket: Socket): Promise<void> {
  let seen = Buffer.alloc(0);
  for (;;) {
    const end = seen.indexOf("\r\n");
    if (end >= 0) {
      const [, family, address, , port] = seen.toString("latin1", 0, end).split(" ");
      Object.defineProperties(socket, {
        remoteAddress: { value: address },
        remoteFamily: { value: family === "TCP6" ? "IPv6" : "IPv4" },
        remotePort: { value: Number(port) },
      });
      if (seen.length > end + 2) socket.unshift(seen.subarray(end + 2));
      return;
    }
    if (seen.length > LINE_MAX) throw new Error("no introduction");
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
