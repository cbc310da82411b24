import { randomUUID } from "node:crypto";
import type { Server, Socket } from "socket.io";
import { z } from "zod";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { noteReceiver } from "~/fleet/beat-receiving.server";
import { readDesired } from "~/fleet/read-desired.server";
import { Gathered, minuteOf } from "~/fleet/gather-telemetry";
import { receiveLoad } from "~/fleet/receive-load.server";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { storableText } from "~/fleet/storable-text";
import { loadSchema, logsSchema, observedSchema } from "~/fleet/agent-messages";
import { presentTime } from "~/platform/time.server";
import { faults } from "../faults";
import { hear, limitMessages } from "./agent-socket";
import type { Door } from "./door";
import { ReportIntake } from "./report-intake";
import { nodeRoom } from "./rooms";
import { type AgentSocketData, announceConnected } from "./supersede";

const RESEND_MS = 30_000;
/** The id of this process among the workers that receive nodes' messages. */
const OWN = randomUUID();

const Auth = z.object({
  node_name: storableText(63),
  agent_key: storableText(100),
  boot_id: storableText(100),
});

/** The agents' side (4.1): desired states go out, observed states, load and logs come in. */
export function serveAgents(io: Server, door: Door): { worker: string; telemetry: Gathered } {
  const intake = new ReportIntake();
  const telemetry = new Gathered();
  const agents = io.of("/agent");
  door.guard(agents, admitAgent);
  agents.on("connection", (socket) => {
    const { nodeId } = socket.data as AgentSocketData;
    void door.vouch(socket.conn, nodeId);
    void socket.join(nodeRoom(nodeId));
    announceConnected(io, socket.data as AgentSocketData);
    const tell = () => {
      void sendDesired(socket, nodeId);
      // Repeated, to correct a failed write, and a late one of a worker that hung.
      void faults.watch("which worker hears a node was not recorded", () => noteReceiver({ nodeId, worker: OWN }));
    };
    tell();
    const timer = setInterval(tell, RESEND_MS);
    socket.on("disconnect", () => {
      clearInterval(timer);
      intake.forget(nodeId);
    });
    limitMessages(socket, nodeId);
    const from = { socket, nodeId };
    hear(from, "observed", observedSchema, (observed) => {
      telemetry.add(minuteOf({ nodeId, ...observed, at: presentTime() }));
      return intake.take(nodeId, observed);
    });
    hear(from, "load", loadSchema, (load) => receiveLoad({ nodeId, load, now: presentTime() }));
    hear(from, "logs", logsSchema, (logs) => receiveLogs({ nodeId, logs, now: presentTime() }));
  });
  return { worker: OWN, telemetry };
}

/** Admits an agent with the node's own valid key; else returns why not. Both of an agent's connections use it. */
export async function admitAgent(socket: Socket): Promise<string | null> {
  const auth = Auth.safeParse(socket.handshake.auth);
  if (!auth.success) return "unauthorized";
  const node = await authenticateAgent({
    nodeName: auth.data.node_name,
    agentKey: auth.data.agent_key,
    now: presentTime(),
  });
  if (!node) return "unauthorized";
  const { nodeId, keyHash, atMs: connectedMs } = node;
  socket.data = { nodeId, keyHash, connectedMs, bootId: auth.data.boot_id } satisfies AgentSocketData;
  return null;
}

async function sendDesired(socket: Socket, nodeId: number): Promise<void> {
  const work = async () => socket.emit("desired", await readDesired({ nodeId }));
  await faults.watch("desired states not sent", work);
}
