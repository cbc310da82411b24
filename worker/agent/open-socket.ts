import { io, type Socket } from "socket.io-client";
import { version } from "../../package.json";
import { bootId } from "./probes/sysinfo";

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 5_000;
/** A hanging worker accepts connections without answering: the next attempt may reach another one. */
const ANSWERED_WITHIN_MS = 10_000;

/** Opens a socket of the agent in a namespace of the live server, with the agent's credentials. */
export function openSocket(url: string, { nodeName, agentKey }: { nodeName: string; agentKey: string }): Socket {
  return io(url, {
    path: "/socket.io/",
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: RECONNECT_MIN_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    timeout: ANSWERED_WITHIN_MS,
    auth: { node_name: nodeName, agent_key: agentKey, agent_version: version, boot_id: bootId() },
  });
}
