import { once } from "node:events";
import type { Socket } from "node:net";
import { connectInside } from "../keeper/connect-inside";
import { takeLine } from "../keeper/first-line";
import { OPEN, PORTS_SOCKET } from "../ssh/ports";
import { StreamRefusal } from "./stream-refusal";

/** Less than the caller waits (`Link.open`). */
export const ANSWER_WITHIN_MS = 8_000;
const LINE_MAX = 16;

/**
 * Opens a connection to a port of the task's loopback, through the task's own server. Null if that server, of an older
 * agent, lacks this socket.
 */
export async function openPortInside(
  runDir: string,
  port: number,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<Socket | null> {
  const socket = socketInside(runDir, PORTS_SOCKET);
  if (!socket) return null;
  socket.on("error", () => {});
  // Root in the task controls this answer.
  const timer = setTimeout(() => socket.destroy(), answerWithinMs);
  try {
    await once(socket, "connect").catch(fail("no_task"));
    socket.write(`${port}\r\n`);
    if ((await takeLine(socket, LINE_MAX).catch(fail("failed"))) !== OPEN) throw new StreamRefusal("no_listener");
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function fail(word: string): () => never {
  return () => {
    throw new StreamRefusal(word);
  };
}

/** Connects to a socket of the task's own server; null if it has no socket of that name. */
export function socketInside(runDir: string, name: string): Socket | null {
  try {
    return connectInside(runDir, name);
  } catch {
    return null;
  }
}
