import { randomUUID } from "node:crypto";
import { io, type Socket } from "socket.io-client";
import type { LiveEvent } from "~/platform/live/events";
import { startSession } from "~/accounts/session.server";
import { findFreePort } from "../../worker/up/ports";
import { startBun } from "./bun-program";
import { until } from "./until";
import type { Environment } from "../../worker/up/settings";

export interface WorkerProcess {
  origin: string;
  pid?: number | undefined;
  /** Its log. */
  lines?: string[];
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
}

export const APP_ORIGIN = "http://127.0.0.1:3000";

/** The real worker on the test file's own database. */
export async function startWorker(env: Environment = {}): Promise<WorkerProcess> {
  const port = Number(env["WORKER_PORT"]) || (await findFreePort());
  const program = startBun("worker/main.ts", {
    env: {
      WORKER_PORT: String(port),
      WORKER_THREADS: "1",
      DATABASE_CONNECTIONS: "4",
      APP_ORIGIN,
      DEMO_USAGE: "0",
      MILLRACE_DEMO_TRAFFIC: "off",
      ...env,
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await until("the worker to answer", async () => {
    if (program.process.exitCode !== null) throw new Error(`the worker ended: ${program.lines.join("\n")}`);
    return await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
  const signal = (given: NodeJS.Signals) => void program.process.kill(given);
  return { origin, pid: program.process.pid, lines: program.lines, end: program.end, signal };
}

export interface Listener {
  socket: Socket;
  events: LiveEvent[];
  /** Waits for an event of that entity and key. */
  event(entity: string, key: string): Promise<LiveEvent>;
}

const opened: Socket[] = [];

/** Connects as a browser does; if it is refused, returns the word of the refusal. */
export async function listen(
  worker: WorkerProcess,
  namespace: "/public" | "/customer" | "/operator",
  { cookie, origin = APP_ORIGIN }: { cookie?: string; origin?: string } = {},
): Promise<Listener> {
  const socket = io(`${worker.origin}${namespace}`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin, ...(cookie ? { cookie: `millrace_session=${cookie}` } : {}) },
  });
  opened.push(socket);
  const events: LiveEvent[] = [];
  socket.onAny((_name, event: LiveEvent) => events.push(event));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return {
    socket,
    events,
    event: (entity, key) =>
      until(`${entity} ${key}`, () => events.find((event) => event.entity === entity && event.key === key)),
  };
}

/** Connects as an agent does. */
export async function connectAgent(
  worker: WorkerProcess,
  node: { nodeName: string; agentKey: string; bootId?: string },
): Promise<Socket> {
  const socket = io(`${worker.origin}/agent`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: {
      node_name: node.nodeName,
      agent_key: node.agentKey,
      agent_version: "test",
      boot_id: node.bootId ?? randomUUID(),
    },
  });
  opened.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

export function closeSockets(): void {
  for (const socket of opened.splice(0)) socket.disconnect();
}

/** A login without the login form. */
export async function logIn({ userId }: { userId: number }): Promise<{ cookie: string; sessionId: string }> {
  const { cookie, session } = await startSession({
    userId,
    remember: false,
    ip: "",
    userAgent: "",
    now: new Date(),
  });
  return { cookie, sessionId: session.sessionId };
}
