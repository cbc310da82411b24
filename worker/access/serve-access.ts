import type { Server } from "socket.io";
import { faults } from "../faults";
import type { Door } from "../live/door";
import type { AccessWatch } from "../live/emitter";
import { AgentLinks } from "./agent-links";
import { OpenStreams } from "./open-streams";
import { Peers, servePeers } from "./peers";
import { PortProxy } from "./port-proxy";
import { Reach } from "./reach";
import { SshGateway } from "./ssh-gateway";
import { serveTerminals } from "./terminals";

const LOOK = "open connections to tasks were not checked";

/** Serves terminals, ports and SSH of tasks (19), through the connections of the nodes' agents. */
export function serveAccess(
  io: Server,
  door: Door,
): AccessWatch & { open: OpenStreams; proxy: PortProxy; gateway: SshGateway; stop: () => void } {
  const links = new AgentLinks(io, door);
  servePeers(io, door, links);
  const peers = new Peers();
  const reach = new Reach(links, peers);
  const open = new OpenStreams();
  const gateway = new SshGateway({ reach, open });
  serveTerminals(io, door, reach, open);
  return {
    open,
    proxy: new PortProxy({ reach, open }),
    gateway,
    taskChanged: (resvGuid) => {
      void faults.watch(LOOK, () => open.checkTask(resvGuid));
      void gateway.look(resvGuid);
    },
    sessionChanged: (sessionId) => void faults.watch(LOOK, () => open.checkSession(sessionId)),
    stop: () => {
      gateway.stop();
      open.endAll();
      peers.stop();
    },
  };
}
