import type { Server, Socket } from "socket.io";
import { z } from "zod";
import { authenticateAgent } from "~/domain/nodes/authenticate-agent.server";
import { beatReceiving } from "~/domain/nodes/beat-receiving.server";
import { readDesired } from "~/domain/nodes/read-desired.server";
import { receiveLoad } from "~/domain/nodes/receive-load.server";
import { receiveLogs } from "~/domain/nodes/receive-logs.server";
import { loadSchema, logsSchema, observedSchema } from "~/domain/nodes/agent-messages";
import { log } from "../log";
import { ReportIntake } from "./report-intake";
import { nodeRoom } from "./rooms";
import { type AgentSocketData, tellConnected } from "./supersede";

const RESEND_MS = 30_000;
const BEAT_MS = 1_000;

const Auth = z.object({
  node_name: z.string().max(63),
  agent_key: z.string().max(100),
  boot_id: z.string().max(100),
});

type Acknowledge = (answer: { retcode: "OK" | "ERROR" | "FAILED"; desired_version?: number }) => void;

/** The agents' side of section 4.1: desired states go out, observed states, load and logs come in. */
export function serveAgents(io: Server): { stop: () => void } {
  const intake = new ReportIntake();
  const receiving = setInterval(() => void beat(), BEAT_MS);
  const agents = io.of("/agent");
  agents.use((socket, next) => {
    admit(socket).then(
      (refusal) => next(refusal ? new Error(refusal) : undefined),
      () => next(new Error("busy")),
    );
  });
  agents.on("connection", (socket) => {
    const { nodeId, connectedMs } = socket.data as AgentSocketData;
    void socket.join(nodeRoom(nodeId));
    tellConnected(io, nodeId, connectedMs);
    const tell = () => void sendDesired(socket, nodeId);
    tell();
    const timer = setInterval(tell, RESEND_MS);
    socket.on("disconnect", () => {
      clearInterval(timer);
      intake.forget(nodeId);
    });
    listen(socket, "observed", observedSchema, (observed) => intake.take(nodeId, observed));
    listen(socket, "load", loadSchema, (load) => receiveLoad({ nodeId, load, now: new Date() }));
    listen(socket, "logs", logsSchema, (logs) => receiveLogs({ nodeId, logs, now: new Date() }));
  });
  return { stop: () => clearInterval(receiving) };
}

/** Reports can be received now: without it, an outage of ours would count as the nodes' silence (6.1). */
async function beat(): Promise<void> {
  try {
    await beatReceiving({ worker: String(process.pid), now: new Date() });
  } catch (error) {
    log.debug({ err: error }, "the beat of receiving was not recorded");
  }
}

async function admit(socket: Socket): Promise<string | null> {
  const auth = Auth.safeParse(socket.handshake.auth);
  if (!auth.success) return "unauthorized";
  const node = await authenticateAgent({
    nodeName: auth.data.node_name,
    agentKey: auth.data.agent_key,
    now: new Date(),
  });
  if (!node) return "unauthorized";
  socket.data = { nodeId: node.nodeId, connectedMs: Date.now() } satisfies AgentSocketData;
  return null;
}

async function sendDesired(socket: Socket, nodeId: number): Promise<void> {
  try {
    socket.emit("desired", await readDesired({ nodeId }));
  } catch (error) {
    log.warn({ err: error, nodeId }, "desired state not sent");
  }
}

function listen<Message>(
  socket: Socket,
  name: string,
  schema: z.ZodType<Message>,
  receive: (message: Message) => Promise<{ desiredVersion: number } | void>,
): void {
  socket.on(name, async (given: unknown, acknowledge?: Acknowledge) => {
    const answer = typeof acknowledge === "function" ? acknowledge : () => {};
    const message = schema.safeParse(given);
    if (!message.success) return answer({ retcode: "ERROR" });
    try {
      const done = await receive(message.data);
      answer({ retcode: "OK", ...(done ? { desired_version: done.desiredVersion } : {}) });
    } catch (error) {
      log.warn({ err: error, name }, "an agent's message could not be taken");
      answer({ retcode: "FAILED" });
    }
  });
}
