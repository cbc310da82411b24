import type { Server } from "socket.io";
import { transaction } from "~/db.server";
import { announce } from "~/domain/announce.server";
import { RETIRED_MS } from "~/domain/nodes/retired-nodes.server";
import { faults } from "../faults";
import { nodeRoom } from "./rooms";

/** What the worker knows of an agent's socket. */
export interface AgentSocketData {
  nodeId: number;
  /** Of the key that opened it. */
  keyHash: string;
  connectedMs: number;
}

/**
 * The newest valid connection of a node wins; an older one is told so and closed (4.1). Here at once, at the other
 * workers through the outbox. The times of two workers may differ by a little; an agent reconnects after a second.
 */
export function announceConnected(io: Server, nodeId: number, connectedMs: number): void {
  const key = `${nodeId}:${connectedMs}`;
  supersede(io, key);
  void faults.watch("other workers not told of agents' new connections", () =>
    transaction((tx) => announce(tx, [{ entity: "agent", key }])),
  );
}

/** Ends this worker's connections of the node that are older than the one of `key`. */
export function supersede(io: Server, key: string): void {
  const [nodeId, connectedMs] = key.split(":").map(Number);
  if (nodeId === undefined || connectedMs === undefined) return;
  const agents = io.of("/agent");
  for (const id of agents.adapter.rooms.get(nodeRoom(nodeId)) ?? []) {
    const socket = agents.sockets.get(id);
    if (!socket || (socket.data as AgentSocketData).connectedMs >= connectedMs) continue;
    socket.emit("superseded", { retired: connectedMs === RETIRED_MS });
    socket.disconnect(true);
  }
}
