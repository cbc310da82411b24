import type { Server, Socket } from "socket.io";
import { listValidKeys } from "~/fleet/list-valid-keys.server";
import type { AgentSocketData } from "./supersede";

/** Closes this worker's sockets of one node or all nodes if their agent key is no longer valid. */
export async function closeEndedKeys(io: Server, { nodeId, now }: { nodeId?: number; now: Date }): Promise<void> {
  const sockets = ["/agent", "/ways"]
    .flatMap((name) => [...io.of(name).sockets.values()])
    .filter((socket) => nodeId === undefined || dataOf(socket).nodeId === nodeId);
  if (sockets.length === 0) return;
  const valid = new Set((await listValidKeys({ used: sockets.map(dataOf), now })).map(nameOf));
  // It does not announce a takeover: an agent with the present key reconnects on its own.
  for (const socket of sockets) if (!valid.has(nameOf(dataOf(socket)))) socket.disconnect(true);
}

function nameOf({ nodeId, keyHash }: Pick<AgentSocketData, "nodeId" | "keyHash">): string {
  return `${nodeId}:${keyHash}`;
}

function dataOf(socket: Socket): AgentSocketData {
  return socket.data as AgentSocketData;
}
