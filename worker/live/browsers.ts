import type { Server, Socket } from "socket.io";
import { findLogin } from "~/domain/users/find-login.server";
import { isStaff } from "~/domain/users/role";
import { sessionCookieIn } from "~/domain/users/session-cookie";
import { log } from "../log";
import { sessionRoom, STAFF_ROOM, tenantRoom, userRoom } from "./rooms";
import { closeEndedSessions, type LoginSocketData } from "./sessions";

const CHECK_SESSIONS_EVERY_MS = 60_000;

/** The namespaces of browsers (5.1): who may connect, and which rooms a socket hears. Clients send nothing. */
export function serveBrowsers(io: Server): { stop: () => void } {
  io.of("/public");
  for (const name of ["/customer", "/operator"] as const) {
    io.of(name).use((socket, next) => {
      admit(socket, name === "/operator").then(
        (refusal) => next(refusal ? new Error(refusal) : undefined),
        (error: unknown) => {
          log.warn({ err: error }, "a socket's session could not be read");
          next(new Error("busy"));
        },
      );
    });
  }
  const checking = setInterval(() => void checkSessions(io), CHECK_SESSIONS_EVERY_MS);
  return { stop: () => clearInterval(checking) };
}

/** Joins the rooms of the session's owner, or says why not. */
async function admit(socket: Socket, staffOnly: boolean): Promise<string | null> {
  const cookie = sessionCookieIn(socket.handshake.headers.cookie);
  const login = cookie ? await findLogin({ cookie, now: new Date() }) : null;
  if (!login) return "unauthorized";
  const { sessionId, userId, tenantId, tenantName } = login;
  socket.data = { sessionId, tenantId, tenantName } satisfies LoginSocketData & Record<string, unknown>;
  if (!staffOnly) {
    await socket.join([tenantRoom(tenantName), userRoom(userId), sessionRoom(sessionId)]);
  } else {
    if (!isStaff(login.role)) return "forbidden";
    await socket.join([STAFF_ROOM, sessionRoom(sessionId)]);
  }
  return null;
}

async function checkSessions(io: Server): Promise<void> {
  try {
    await closeEndedSessions(io, { now: new Date() });
  } catch (error) {
    log.warn({ err: error }, "sessions of open sockets not checked, trying again in a minute");
  }
}
