import type { Server } from "socket.io";
import { transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { RETIRED_MS } from "~/fleet/retired-nodes.server";
import { recordTakeover } from "~/fleet/record-takeover.server";
import { presentTime } from "~/platform/time.server";
import { faults } from "../faults";
import { log } from "../log";
import { nodeRoom } from "./rooms";

/** The worker's data of an agent's socket. */
export interface AgentSocketData {
  nodeId: number;
  keyHash: string;
  /** Time of the connection by the database's clock, which all workers share. */
  connectedMs: number;
  /** The boot id of the machine, as it reports it. */
  bootId: string;
}

const TAKEOVER = "a machine took the place of another one that was connected with the same key";

/**
 * Closes older connections of a node when a newer valid one arrives, with the reason (4.1). This worker acts at once,
 * the others through the outbox.
 */
export function announceConnected(io: Server, { nodeId, connectedMs, bootId }: AgentSocketData): void {
  const key = `${nodeId}:${connectedMs}:${bootId}`;
  supersede(io, key);
  void faults.watch("other workers not notified of agents' new connections", () =>
    transaction((tx) => command(tx, [{ command: "agent", key }])),
  );
}

/** Ends this worker's connections of the node that are older than the one of `key`. */
export function supersede(io: Server, key: string): void {
  const [id, since, ...rest] = key.split(":");
  const [nodeId, connectedMs, bootId] = [Number(id), Number(since), rest.join(":")];
  if (!Number.isInteger(nodeId) || Number.isNaN(connectedMs)) return;
  const agents = io.of("/agent");
  for (const socketId of agents.adapter.rooms.get(nodeRoom(nodeId)) ?? []) {
    const socket = agents.sockets.get(socketId);
    const older = socket?.data as AgentSocketData | undefined;
    if (!socket || !older || older.connectedMs >= connectedMs) continue;
    const retired = connectedMs === RETIRED_MS;
    socket.emit("superseded", { retired });
    socket.disconnect(true);
    // A rebooted machine has lost its connection; this machine still had one, so two run as this node.
    if (!retired && bootId !== "" && bootId !== older.bootId) void logTakeover(nodeId);
  }
}

async function logTakeover(nodeId: number): Promise<void> {
  log.warn({ nodeId }, TAKEOVER);
  await faults.watch("staff not notified of two machines with one key", () =>
    recordTakeover({ nodeId, now: presentTime() }),
  );
}
