import type { Server } from "socket.io";
import { io, type Socket as ClientSocket } from "socket.io-client";
import { z } from "zod";
import { streamRequestSchema } from "~/fleet/agent-streams";
import { isEqualSecret, signatureOf } from "~/platform/secret.server";
import { presentTime } from "~/platform/time.server";
import type { Door } from "../live/door";
import { flow } from "../streams/flow";
import { Link } from "../streams/link";
import { type LinkStream, StreamEnd } from "../streams/link-stream";
import type { AgentLinks } from "./agent-links";

const PURPOSE = "ways: worker";
/** Clocks of two workers may differ by this much. */
const FRESH_SECONDS = 60;
const CONNECT_WITHIN_MS = 5_000;
const IDLE_MS = 60_000;

const Auth = z.object({ at: z.string().max(20), signature: z.string().max(100) });
const Request = z.object({ node_id: z.number().int(), way: streamRequestSchema });

/** Connects other workers to the agents that are connected here. */
export function servePeers(server: Server, door: Door, links: AgentLinks): void {
  const peers = server.of("/peer");
  door.guard(peers, async ({ handshake }) => {
    const auth = Auth.safeParse(handshake.auth);
    const isFresh = auth.success && Math.abs(Number(auth.data.at) - presentTime().getTime() / 1000) <= FRESH_SECONDS;
    return isFresh && isEqualSecret(signatureOf(PURPOSE, [auth.data.at]), auth.data.signature) ? null : "unauthorized";
  });
  peers.on("connection", (socket) => {
    door.unmeter(socket.conn);
    new Link(socket, async (given, stream) => {
      const { node_id, way } = Request.parse(given);
      const link = links.of(node_id);
      if (!link) return "gone";
      try {
        joinStreams(stream, await link.open(way));
        return true;
      } catch (error) {
        return error instanceof StreamEnd ? error.reason : "failed";
      }
    });
  });
}

/** Streams to agents that are connected to another worker, over one connection to each. */
export class Peers {
  readonly #open = new Map<string, { socket: ClientSocket; link: Link }>();
  readonly #sweep = setInterval(() => this.#closeIdle(), IDLE_MS);

  async open(workerUrl: string, nodeId: number, way: unknown): Promise<LinkStream> {
    const { socket, link } = this.#open.get(workerUrl) ?? this.#connect(workerUrl);
    if (!socket.connected) await connected(socket);
    return await link.open({ node_id: nodeId, way });
  }

  stop(): void {
    clearInterval(this.#sweep);
    for (const { socket } of this.#open.values()) socket.disconnect();
  }

  #connect(workerUrl: string) {
    const socket = io(`${workerUrl}/peer`, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_WITHIN_MS,
      auth: (give) => {
        const at = String(Math.floor(presentTime().getTime() / 1000));
        give({ at, signature: signatureOf(PURPOSE, [at]) });
      },
    });
    const peer = { socket, link: new Link(socket, null) };
    const forget = () => {
      if (this.#open.get(workerUrl) === peer) this.#open.delete(workerUrl);
    };
    socket.on("disconnect", forget);
    socket.on("connect_error", forget);
    this.#open.set(workerUrl, peer);
    return peer;
  }

  #closeIdle(): void {
    for (const { socket, link } of this.#open.values()) if (link.count === 0) socket.disconnect();
  }
}

async function connected(socket: ClientSocket): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve());
    socket.once("connect_error", () => reject(new StreamEnd("other_worker")));
  });
}

/** Joins both streams until the requesting side is gone. */
function joinStreams(asker: LinkStream, inTask: LinkStream): void {
  asker.onControl = (message) => inTask.sendControl(message);
  inTask.onControl = (message) => asker.sendControl(message);
  flow(asker, inTask);
  flow(inTask, asker);
  asker.once("close", () => inTask.destroy());
  if (asker.destroyed) inTask.destroy();
}
