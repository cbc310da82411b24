import type { Server } from "socket.io";
import { listPresentSessions } from "~/accounts/list-present-sessions.server";
import type { Account } from "~/accounts/account.server";
import { sessionRoom } from "./rooms";

/** The namespaces whose sockets belong to a login. */
const NAMESPACES = ["/customer", "/operator", "/terminal"] as const;

/** The worker's data of a login's socket. */
export interface LoginSocketData {
  sessionId: string;
  standing: string;
}

/** Returns the tenant and roles with which a socket is admitted. */
export const standingOf = ({ tenantId, memberRole, role, staffRights }: Account) =>
  `${tenantId} ${memberRole} ${role} ${staffRights.join()}`;

/** Closes this worker's sockets of a login that has ended (5.1). */
export function closeSession(io: Server, sessionId: string): void {
  for (const name of NAMESPACES) io.of(name).in(sessionRoom(sessionId)).disconnectSockets(true);
}

/**
 * Closes the sockets of all logins that are no longer valid, such as expired ones, and of those whose roles have
 * changed since: the socket may have missed the change.
 */
export async function closeEndedSessions(io: Server, { now }: { now: Date }): Promise<void> {
  const sockets = NAMESPACES.flatMap((name) => [...io.of(name).sockets.values()]);
  const open = sockets.map(({ data }) => data as LoginSocketData);
  if (open.length === 0) return;
  const present = await listPresentSessions({ sessionIds: [...new Set(open.map(({ sessionId }) => sessionId))], now });
  for (const { sessionId, standing } of open) {
    const account = present.get(sessionId);
    if (!account || standingOf(account) !== standing) closeSession(io, sessionId);
  }
}
