import type { IncomingMessage } from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Namespace, Server, Socket } from "socket.io";
import { env } from "~/platform/env.server";
import { clientAddress } from "~/platform/http/client-address.server";
import { networkOf as clientNetwork } from "~/platform/http/client-network";
import { isDatabaseDown } from "~/platform/http/database-fault.server";
import { faults } from "../faults";
import { PerSecond } from "./per-second";

const MINUTE_S = 60;
/** No page of ours tries half as many forbidden namespaces. */
const TRIES_MAX = 5;
/** Factor above the limit of messages a second at which the connection is closed. */
const FLOOD = 10;

/** An agent reconnects every 1 to 5 s at most. */
const NODE_PER_MIN = 60;
const LET_IN = "sockets could not be let in";

type Connection = Socket["conn"];

/** The state of one WebSocket. */
interface Visit {
  network: string;
  /** Namespaces that it requested or was refused. */
  tries: number;
  /** True if it counts as one of its network's sockets, and its handshake as one of its network's. */
  counted: boolean;
  paid: boolean;
  /** True if too many messages a second close it. */
  metered: boolean;
}

/**
 * Admits sockets (A33). Each network has a limit of handshakes a minute and a limit of sockets. This process counts
 * both before the database is asked who connects. Every attempt costs a handshake, which an admitted socket gets back.
 */
export class Door {
  readonly #handshakes = new RateLimiterMemory({ points: env.RATE_HANDSHAKES_PER_MIN, duration: MINUTE_S });
  readonly #nodes = new RateLimiterMemory({ points: NODE_PER_MIN, duration: MINUTE_S });
  readonly #sockets = new Map<string, number>();
  readonly #visits = new WeakMap<Connection, Visit>();

  /** Checks whether the network may open another WebSocket. */
  async admits(request: IncomingMessage): Promise<boolean> {
    const network = networkOf(request);
    // Nothing may come between this check and the connection, or concurrent ones would all find room.
    return (await consumed(this.#handshakes, network)) && (this.#sockets.get(network) ?? 0) < env.SOCKETS_PER_NETWORK;
  }

  attend(io: Server): void {
    io.engine.on("connection", (connection: Connection) => {
      const network = networkOf(connection.request);
      const visit: Visit = { network, tries: 0, counted: true, paid: true, metered: true };
      this.#visits.set(connection, visit);
      this.#sockets.set(network, (this.#sockets.get(network) ?? 0) + 1);
      connection.on("close", () => this.#uncount(visit));
      const messages = new PerSecond(FLOOD * env.RATE_SOCKET_MESSAGES_PER_S);
      connection.on("packet", () => {
        if (visit.metered && !messages.admits()) connection.close(true);
      });
    });
  }

  /** Guards a namespace: `admit` returns a word for a refusal; it may ask the database. */
  guard(namespace: Namespace, admit: (socket: Socket) => Promise<string | null>): void {
    namespace.use((socket, next) => {
      this.#decide(socket, admit).then(
        (refusal) => next(refusal === null ? undefined : new Error(refusal)),
        (error: unknown) => {
          faults.failed(LET_IN, error);
          next(new Error("busy"));
        },
      );
    });
  }

  /**
   * Vouches for a node with its own key, which counts separately from its network: a site of a thousand machines may
   * share an address. One that reconnects constantly is no better than a stranger.
   */
  async vouch(connection: Connection, nodeId: number): Promise<void> {
    const visit = this.#visits.get(connection);
    if (!visit || !(await consumed(this.#nodes, String(nodeId)))) return;
    this.#uncount(visit);
    await this.#payBack(visit);
  }

  /** Exempts a connection of streams: windows bound their bytes, and their messages are as many as the bytes take. */
  unmeter(connection: Connection): void {
    const visit = this.#visits.get(connection);
    if (visit) visit.metered = false;
  }

  async #decide(socket: Socket, admit: (socket: Socket) => Promise<string | null>): Promise<string | null> {
    const visit = this.#visits.get(socket.conn);
    if (!visit) return "busy";
    visit.tries += 1;
    if (visit.tries > TRIES_MAX) socket.conn.close(true);
    if (visit.tries > TRIES_MAX || !(await consumed(this.#handshakes, visit.network))) return "busy";
    try {
      const refusal = await admit(socket);
      faults.worked(LET_IN);
      if (refusal === null) await this.#forgive(visit);
      return refusal;
    } catch (error) {
      // An outage is our fault, so clients that reconnect right after it must not be throttled.
      if (isDatabaseDown(error)) await Promise.all([this.#forgive(visit), this.#payBack(visit)]);
      throw error;
    }
  }

  async #forgive(visit: Visit): Promise<void> {
    visit.tries -= 1;
    await this.#handshakes.reward(visit.network);
  }

  async #payBack(visit: Visit): Promise<void> {
    if (!visit.paid) return;
    visit.paid = false;
    await this.#handshakes.reward(visit.network);
  }

  #uncount(visit: Visit): void {
    if (!visit.counted) return;
    visit.counted = false;
    const left = (this.#sockets.get(visit.network) ?? 1) - 1;
    if (left === 0) this.#sockets.delete(visit.network);
    else this.#sockets.set(visit.network, left);
  }
}

async function consumed(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return await limiter.consume(key).then(
    () => true,
    () => false,
  );
}

/** Returns the network of a request's client, as the proxies in front report it. */
export function networkOf({ headers, socket }: IncomingMessage): string {
  return clientNetwork(clientAddress(socket.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? "")));
}
