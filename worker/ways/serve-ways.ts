import type { Server } from "socket.io";
import { faults } from "../faults";
import type { Door } from "../live/door";
import type { WaysWatch } from "../live/emitter";
import { AgentLinks } from "./agent-links";
import { OpenWays } from "./open-ways";
import { Peers, servePeers } from "./peers";
import { PortProxy } from "./port-proxy";
import { Reach } from "./reach";
import { serveTerminals } from "./terminals";

const LOOK = "ways into tasks not looked at again";

/** Ways into tasks besides SSH (17): terminals and ports, through the connections of the nodes' agents. */
export function serveWays(io: Server, door: Door): WaysWatch & { open: OpenWays; proxy: PortProxy; stop: () => void } {
  const links = new AgentLinks(io, door);
  servePeers(io, door, links);
  const peers = new Peers();
  const reach = new Reach(links, peers);
  const open = new OpenWays();
  serveTerminals(io, door, reach, open);
  return {
    open,
    proxy: new PortProxy(reach, open),
    taskChanged: (resvGuid) => void faults.watch(LOOK, () => open.checkTask(resvGuid)),
    sessionChanged: (sessionId) => void faults.watch(LOOK, () => open.checkSession(sessionId)),
    stop: () => {
      open.endAll();
      peers.stop();
    },
  };
}
