import type { Server, Socket } from "socket.io";
import { z } from "zod";
import { findLogin } from "~/accounts/find-login.server";
import { cookieIn, SESSION_COOKIE } from "~/accounts/session-cookie";
import { terminalSizeSchema } from "~/fleet/agent-streams";
import { may } from "~/platform/may";
import { nodesOf } from "~/compute/gpu-sizes";
import { findTaskAccess } from "~/compute/find-task-access.server";
import { noteTerminal } from "~/compute/note-terminal.server";
import { maySessionEnter } from "~/compute/port-pass.server";
import { presentTime } from "~/platform/time.server";
import { faults } from "../faults";
import type { Door } from "../live/door";
import { sessionRoom } from "../live/rooms";
import { type LoginSocketData, standingOf } from "../live/sessions";
import { flow } from "../streams/flow";
import { LinkStream, StreamEnd } from "../streams/link-stream";
import type { OpenStreams } from "./open-streams";
import type { Reach } from "./reach";

/** Limit of open terminals per task. */
const PER_TASK_MAX = 16;

const Asked = terminalSizeSchema.extend({
  resv_guid: z.guid(),
  team: z.string().max(64),
  node: z.int().min(1).max(99).default(1),
});

interface TerminalData extends LoginSocketData {
  tenantId: number;
  userId: number;
  asked: z.infer<typeof Asked>;
}

/** Terminals of browsers (19.1): one socket each, of a session whose user may log in to the task by SSH too. */
export function serveTerminals(io: Server, door: Door, reach: Reach, open: OpenStreams): void {
  const terminals = io.of("/terminal");
  door.guard(terminals, admit);
  terminals.on("connection", (socket) => void serve(socket, reach, open));
}

/** Admits a page; refuses one that was drawn for another team than the session's present one. */
async function admit(socket: Socket): Promise<string | null> {
  const cookie = cookieIn(socket.handshake.headers.cookie, SESSION_COOKIE);
  const login = cookie ? await findLogin({ cookie, now: presentTime() }) : null;
  if (!login) return "unauthorized";
  const asked = Asked.safeParse(socket.handshake.auth);
  if (!asked.success || asked.data.team !== login.tenantName || !may(login.memberRole, "tasks.act")) return "forbidden";
  const { sessionId, userId, tenantId } = login;
  socket.data = { sessionId, standing: standingOf(login), userId, tenantId, asked: asked.data } satisfies TerminalData;
  await socket.join(sessionRoom(sessionId));
  return null;
}

async function serve(socket: Socket, reach: Reach, open: OpenStreams): Promise<void> {
  const { sessionId, userId, tenantId, asked } = socket.data as TerminalData;
  const { resv_guid: resvGuid, node, cols, rows } = asked;
  const end = (why: string | { exit: number | null }) => {
    if (!socket.connected) return;
    socket.emit("ended", why);
    socket.disconnect(true);
  };
  const access = await tried(() => findTaskAccess({ resvGuid, tenantId, node }));
  if (access === null) return end("no_task");
  if (typeof access === "string") return end(access);
  if (open.count(resvGuid, "terminal") >= PER_TASK_MAX) return end("too_many");
  if (!socket.connected) return;
  // A terminal takes its slot before it opens; otherwise concurrent ones would exceed the limit.
  const leave = open.add(resvGuid, {
    kind: "terminal",
    sessionId,
    mayStay: async () =>
      (await findTaskAccess({ resvGuid, tenantId, node }))?.state === "running" &&
      (await maySessionEnter({ sessionId, tenantId, now: presentTime() })),
    end: () => end("over"),
  });
  socket.once("disconnect", leave);
  const inTask = await tried(() => reach.open(access, { kind: "terminal", cols, rows }));
  if (typeof inTask === "string") return end(inTask);
  if (!socket.connected) return void inTask.destroy();

  const browser = streamOf(socket);
  let exit: number | null = null;
  inTask.onControl = (message) => {
    exit = z.object({ exit: z.number().int() }).safeParse(message).data?.exit ?? null;
  };
  socket.on("size", (given: unknown) => {
    const size = terminalSizeSchema.safeParse(given);
    if (size.success) inTask.sendControl(size.data);
  });
  flow(browser, inTask);
  flow(inTask, browser);
  // The program's last output is shown before the message that it ended.
  browser.once("finish", () => end({ exit }));
  browser.once("close", () => end("lost"));
  const note = (what: "opened" | "closed") =>
    void faults.watch("terminals not written into the task's history", () =>
      noteTerminal({ resvGuid, userId, node: nodesOf(access.gpus) > 1 ? node : null, what, now: presentTime() }),
    );
  socket.emit("open");
  note("opened");
  socket.on("disconnect", () => {
    inTask.destroy();
    browser.destroy();
    note("closed");
  });
}

/** Returns the result, or the word for its failure. */
async function tried<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StreamEnd) return error.reason;
    faults.failed("terminals could not be opened", error);
    return "failed";
  }
}

/** The browser's end, with a window of its own: what it does not draw is not read from the task. */
function streamOf(socket: Socket): LinkStream {
  const say = (name: string, given?: unknown) => {
    if (socket.connected) socket.emit(name, given);
  };
  const stream = new LinkStream({
    data: (bytes) => say("data", bytes),
    taken: (bytes) => say("taken", bytes),
    end: () => {},
    close: () => {},
    control: () => {},
  });
  socket.on("data", (bytes: unknown) => stream.takeData(bytes));
  socket.on("taken", (bytes: unknown) => stream.takeTaken(bytes));
  return stream;
}
