import type { Server, Socket } from "socket.io";
import { z } from "zod";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import { Gathered, minuteOf } from "~/fleet/gather-telemetry";
import { receiveLoad } from "~/fleet/receive-load.server";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { storableText } from "~/fleet/storable-text";
import { loadSchema, logsSchema, observedSchema } from "~/fleet/agent-messages";
import { presentTime } from "~/platform/time.server";
import { hear, limitMessages } from "./agent-socket";
import type { DesiredStates } from "./desired-states";
import type { Door } from "./door";
import { ReportIntake } from "./report-intake";
import { nodeRoom } from "./rooms";
import { type AgentSocketData, announceConnected } from "./supersede";

const Auth = z.object({
  node_name: storableText(63),
  agent_key: storableText(100),
  boot_id: storableText(100),
});

/** The agents' side (4.1): desired states go out, observed states, load and logs come in. */
export function serveAgents(io: Server, door: Door, desired: DesiredStates): Gathered {
  const intake = new ReportIntake();
  const telemetry = new Gathered();
  const agents = io.of("/agent");
  door.guard(agents, admitAgent);
  agents.on("connection", (socket) => {
    const { nodeId } = socket.data as AgentSocketData;
    void door.vouch(socket.conn, nodeId);
    void socket.join(nodeRoom(nodeId));
    announceConnected(io, socket.data as AgentSocketData);
    desired.send(nodeId);
    socket.on("disconnect", () => intake.forget(nodeId));
    limitMessages(socket, nodeId);
    const from = { socket, nodeId };
    hear(from, "observed", observedSchema, (observed) => {
      telemetry.add(minuteOf({ nodeId, ...observed, at: presentTime() }));
      return intake.take(nodeId, observed);
    });
    hear(from, "load", loadSchema, (load) => receiveLoad({ nodeId, load, now: presentTime() }));
    hear(from, "logs", logsSchema, (logs) => receiveLogs({ nodeId, logs, now: presentTime() }));
  });
  return telemetry;
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
