import { randomUUID } from "node:crypto";
import type { Server, Socket } from "socket.io";
import { forgetAgentLink, keepAgentLink, noteAgentLink } from "~/compute/agent-links.server";
import { env } from "~/platform/env.server";
import { presentTime } from "~/platform/time.server";
import { faults } from "../faults";
import { admitAgent } from "../live/agents";
import type { Door } from "../live/door";
import type { AgentSocketData } from "../live/supersede";
import { Link } from "../streams/link";

const KEEP_EVERY_MS = 30_000;
const NOTE = "connections of agents could not be recorded";
const FORGET = "connections of agents could not be removed";

/**
 * The agents' connections for terminals and ports at this worker. The database records which worker has which
 * connection, so that the others find it.
 */
export class AgentLinks {
  readonly #links = new Map<number, { link: Link; socket: Socket }>();

  constructor(io: Server, door: Door) {
    const agents = io.of("/ways");
    door.guard(agents, admitAgent);
    agents.on("connection", (socket) => void this.#take(socket, door));
  }

  of(nodeId: number): Link | undefined {
    return this.#links.get(nodeId)?.link;
  }

  async #take(socket: Socket, door: Door): Promise<void> {
    const { nodeId } = socket.data as AgentSocketData;
    const linkId = randomUUID();
    door.unmeter(socket.conn);
    const before = this.#links.get(nodeId);
    this.#links.set(nodeId, { link: new Link(socket, null), socket });
    // A node has one link: the newer agent's, or the same agent's that returned before its loss was noticed.
    before?.socket.disconnect(true);
    const link = { nodeId, linkId, workerUrl: env.WORKER_URL ?? "", now: presentTime() };
    const keeping = setInterval(() => void faults.watch(NOTE, () => keepAgentLink(link)), KEEP_EVERY_MS);
    socket.on("disconnect", () => {
      clearInterval(keeping);
      if (this.#links.get(nodeId)?.socket === socket) this.#links.delete(nodeId);
      void faults.watch(FORGET, () => forgetAgentLink(link));
    });
    void door.vouch(socket.conn, nodeId);
    await faults.watch(NOTE, () => noteAgentLink(link));
    // The link was gone before it was recorded.
    if (!socket.connected) await faults.watch(FORGET, () => forgetAgentLink(link));
  }
}
