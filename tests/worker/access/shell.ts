import { io, type Socket } from "socket.io-client";
import { APP_ORIGIN } from "../../support/worker-process";
import type { WaysWorld } from "./access-world";

type ShellWorld = Pick<WaysWorld, "worker" | "tenant" | "resvGuid">;

export interface AskedShell {
  team?: string;
  resvGuid?: string;
  origin?: string;
  takes?: boolean;
  /** Number of the task's node, from 1; the first by default. */
  node?: number;
}

const opened: Socket[] = [];

export function closeShells(): void {
  for (const socket of opened) socket.disconnect();
}

export interface Shell {
  socket: Socket;
  text: () => string;
  why: () => unknown;
  type: (text: string) => void;
}

/** A terminal as the page opens it; with `takes` false it never reports that it has drawn anything. */
export async function aShell(world: ShellWorld, login: { cookie: string }, given: AskedShell = {}): Promise<Shell> {
  const {
    team = world.tenant.tenantName,
    resvGuid = world.resvGuid,
    origin = world.worker.origin,
    takes = true,
    node,
  } = given;
  const socket = io(`${origin}/terminal`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { resv_guid: resvGuid, team, node, cols: 91, rows: 27 },
    extraHeaders: { origin: APP_ORIGIN, cookie: `millrace_session=${login.cookie}` },
  });
  opened.push(socket);
  let text = "";
  let why: unknown;
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString();
    if (takes) socket.emit("taken", bytes.length);
  });
  socket.on("ended", (given: unknown) => (why = given));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("connect_error", reject);
    socket.once("disconnect", () => reject(new Error(JSON.stringify(why))));
  });
  return { socket, text: () => text, why: () => why, type: (typed) => void socket.emit("data", Buffer.from(typed)) };
}
