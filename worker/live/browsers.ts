import type { Namespace, Server, Socket } from "socket.io";
import { findLogin } from "~/accounts/find-login.server";
import { may, RIGHTS } from "~/platform/may";
import { isStaff } from "~/platform/role";
import { cookieIn, SESSION_COOKIE } from "~/accounts/session-cookie";
import { env } from "~/platform/env.server";
import { presentTime } from "~/platform/time.server";
import type { Door } from "./door";
import { rightRoom, sessionRoom, STAFF_ROOM, staffRoom, tenantRoom, userRoom } from "./rooms";
import { type LoginSocketData, standingOf } from "./sessions";

/** The namespaces of browsers (5.1): who may connect, and which rooms a socket hears. Clients send nothing. */
export function serveBrowsers(io: Server, door: Door): void {
  io.of("/public");
  for (const name of ["/customer", "/operator"] as const)
    door.guard(io.of(name), (socket) => admit(socket, name === "/operator"));
}

/** Joins the rooms of the session's owner, or returns the reason why not. */
async function admit(socket: Socket, staffOnly: boolean): Promise<string | null> {
  const cookie = cookieIn(socket.handshake.headers.cookie, SESSION_COOKIE);
  const login = cookie ? await findLogin({ cookie, now: presentTime() }) : null;
  if (!login) return "unauthorized";
  const { sessionId, userId, tenantId, tenantName } = login;
  if (isFull(socket.nsp, userRoom(userId))) return "too_many";
  socket.data = { sessionId, standing: standingOf(login), tenantId, tenantName } satisfies LoginSocketData &
    Record<string, unknown>;
  if (!staffOnly) {
    const rights = RIGHTS.filter((right) => may(login.memberRole, right)).map((right) => rightRoom(tenantName, right));
    await socket.join([tenantRoom(tenantName), ...rights, userRoom(userId), sessionRoom(sessionId)]);
  } else {
    if (!isStaff(login.role)) return "forbidden";
    await socket.join([STAFF_ROOM, ...login.staffRights.map(staffRoom), userRoom(userId), sessionRoom(sessionId)]);
  }
  return null;
}

/** Checks whether a user has the maximum of open pages. */
function isFull({ adapter }: Namespace, room: string): boolean {
  return (adapter.rooms.get(room)?.size ?? 0) >= env.SOCKETS_PER_USER;
}
