import type { Server, Socket } from "socket.io";
import { findLogin } from "~/domain/users/find-login.server";
import { log } from "../log";
import { sessionRoom, STAFF_ROOM, tenantRoom, userRoom } from "./rooms";

const COOKIE = "millrace_session";
const STAFF = ["support", "operator", "admin"];

/** The namespaces of browsers (5.1): who may connect, and which rooms a socket hears. Clients send nothing. */
export function serveBrowsers(io: Server): void {
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
}

/** Joins the rooms of the session's owner, or says why not. */
async function admit(socket: Socket, staffOnly: boolean): Promise<string | null> {
  const value = cookieOf(socket);
  const login = value ? await findLogin({ cookie: value, now: new Date() }) : null;
  if (!login) return "unauthorized";
  if (staffOnly) {
    if (!STAFF.includes(login.role)) return "forbidden";
    await socket.join([STAFF_ROOM, sessionRoom(login.sessionId)]);
  } else {
    await socket.join([tenantRoom(login.tenantName), userRoom(login.userId), sessionRoom(login.sessionId)]);
    socket.data = { tenantId: login.tenantId, tenantName: login.tenantName };
  }
  return null;
}

function cookieOf(socket: Socket): string | null {
  for (const pair of (socket.handshake.headers.cookie ?? "").split(";")) {
    const [name, ...value] = pair.trim().split("=");
    if (name === COOKIE) return decodeURIComponent(value.join("="));
  }
  return null;
}
