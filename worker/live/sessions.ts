import type { Server } from "socket.io";
import { listPresentSessions } from "~/accounts/list-present-sessions.server";
import { sessionRoom } from "./rooms";

/** The namespaces whose sockets belong to a login. */
const NAMESPACES = ["/customer", "/operator", "/terminal"] as const;

/** The worker's data of a login's socket. */
export interface LoginSocketData {
  sessionId: string;
}

/** Closes this worker's sockets of a login that has ended (5.1). */
export function closeSession(io: Server, sessionId: string): void {
  for (const name of NAMESPACES) io.of(name).in(sessionRoom(sessionId)).disconnectSockets(true);
}

/** Closes the sockets of all logins that may no longer be used, such as those that ended by themselves. */
export async function closeEndedSessions(io: Server, { now }: { now: Date }): Promise<void> {
  const open = new Set<string>();
  for (const name of NAMESPACES) {
    for (const socket of io.of(name).sockets.values()) open.add((socket.data as LoginSocketData).sessionId);
  }
  if (open.size === 0) return;
  const present = await listPresentSessions({ sessionIds: [...open], now });
  for (const sessionId of open) if (!present.has(sessionId)) closeSession(io, sessionId);
}
