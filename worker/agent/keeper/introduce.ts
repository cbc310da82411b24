import type { Socket } from "node:net";
import { takeLine } from "./first-line";

const LINE_MAX = 107;

/** The line of the PROXY protocol that tells the task's server who is at the door. */
export function introduce({ remoteAddress = "unknown", remotePort = 0 }: Socket): string {
  return `PROXY ${remoteAddress.includes(":") ? "TCP6" : "TCP4"} ${remoteAddress} - ${remotePort} 0\r\n`;
}

/** Takes that line off the beginning of a connection and shows its sender as the far end. */
export async function takeIntroduction(socket: Socket): Promise<void> {
  const [, family, address, , port] = (await takeLine(socket, LINE_MAX)).split(" ");
  Object.defineProperties(socket, {
    remoteAddress: { value: address },
    remoteFamily: { value: family === "TCP6" ? "IPv6" : "IPv4" },
    remotePort: { value: Number(port) },
  });
}
