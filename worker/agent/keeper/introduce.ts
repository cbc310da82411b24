import type { Socket } from "node:net";
import { takeLine } from "./first-line";

const LINE_MAX = 107;

/** Builds the line of the PROXY protocol with the client's address, for the task's server. */
export function introduce({
  remoteAddress = "unknown",
  remotePort = 0,
}: Partial<Pick<Socket, "remoteAddress" | "remotePort">>): string {
  return `PROXY ${remoteAddress.includes(":") ? "TCP6" : "TCP4"} ${remoteAddress} - ${remotePort} 0\r\n`;
}

/** Reads that line from the beginning of a connection and sets its sender as the remote address. */
export async function takeIntroduction(socket: Socket): Promise<void> {
  const [, family, address, , port] = (await takeLine(socket, LINE_MAX)).split(" ");
  Object.defineProperties(socket, {
    remoteAddress: { value: address },
    remoteFamily: { value: family === "TCP6" ? "IPv6" : "IPv4" },
    remotePort: { value: Number(port) },
  });
}
