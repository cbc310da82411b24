import { createServer, type Server, type Socket } from "node:net";
import { findSshAccess, type SshAccess } from "~/compute/find-task-access.server";
import { isLoopbackHost } from "~/compute/port-host";
import { listSshPorts, sshGateway } from "~/compute/ssh-gateway.server";
import { env } from "~/platform/env.server";
import { isLoopbackAddress } from "~/platform/public-address";
import { Turns } from "~/platform/turns";
import { faults } from "../faults";
import { log } from "../log";
import { flow } from "../streams/flow";
import { enter, type Ways } from "./enter";
import { LINGER_MS, OLD_KEYS, refuseSsh } from "./ssh-refusal";

/** A client that vanished is noticed by this, as by an SSH server itself. */
const KEEP_ALIVE_MS = 60_000;

const LISTEN = "ports of the SSH gateway were not brought up to date";
const SERVE = "SSH connections not carried out";

interface Listener {
  server: Server;
  resvGuid: string;
}

/**
 * SSH to tasks on nodes that only call out (19.4): each has a port of this machine, whose connections go unchanged into
 * streams to the task's own SSH server. Each worker listens, and reaches agents of other workers as ports do. On one
 * machine the first worker has the port, and another one takes it over (decision 0520).
 */
export class SshGateway {
  readonly #ways: Ways;
  readonly #listeners = new Map<number, Listener>();
  /** Ports that another program has, as already logged. */
  readonly #taken = new Set<number>();
  /** One check at a time, so that an older one cannot undo a newer one. */
  readonly #turns = new Turns(1);
  #ended = false;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Listens at the ports that a task has now, or at those of all, and closes those that it no longer has. */
  async look(resvGuid: string | null): Promise<void> {
    if (!sshGateway()) return;
    await faults.watch(LISTEN, () => this.#turns.take(() => this.#look(resvGuid)));
  }

  stop(): void {
    this.#ended = true;
    for (const { server } of this.#listeners.values()) server.close();
  }

  async #look(resvGuid: string | null): Promise<void> {
    const wanted = new Map((await listSshPorts({ resvGuid })).map((one) => [one.port, one.resvGuid]));
    for (const [port, listener] of this.#listeners) {
      const isLookedAt = resvGuid === null || listener.resvGuid === resvGuid;
      if (!isLookedAt || wanted.get(port) === listener.resvGuid) continue;
      this.#listeners.delete(port);
      listener.server.close();
    }
    await Promise.all([...wanted].map(([port, own]) => this.#listen(port, own)));
  }

  async #listen(port: number, resvGuid: string): Promise<void> {
    if (this.#listeners.has(port) || this.#ended) return;
    // A client that has sent all may still receive.
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#serve(socket, port).catch((error: unknown) => {
        faults.failed(SERVE, error);
        refuseSsh(socket, "failed here");
      });
    });
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.on("error", resolve);
      server.listen({ port, ...ownAddress() }, () => resolve(null));
    });
    if (!error && !this.#ended) {
      this.#listeners.set(port, { server, resvGuid });
      this.#taken.delete(port);
      return;
    }
    server.close();
    if (error && error.code !== "EADDRINUSE") throw error;
    if (error && !this.#taken.has(port))
      log.info({ port }, "a port of the SSH gateway is in use on this machine, by another worker or another program");
    this.#taken.add(port);
  }

  async #serve(socket: Socket, port: number): Promise<void> {
    socket.on("error", () => {});
    // Each keystroke is a small packet that must not wait for the next one.
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const access = await findSshAccess({ port });
    if (!access) return refuseSsh(socket, "not_running");
    if (access.placementId !== null && hasOldKeys(access)) return refuseSsh(socket, OLD_KEYS);
    const entry = await enter(this.#ways, {
      access,
      asked: { kind: "ssh", client: clientOf(socket) },
      sessionId: null,
      // The task's own SSH server ends logins of keys that lost their right, but only once its node knows (decision 0610).
      mayStay: async () => {
        const now = await findSshAccess({ port });
        return now?.resvGuid === access.resvGuid && now.key === access.key;
      },
      end: () => socket.destroy(),
    });
    if (typeof entry === "string") return refuseSsh(socket, entry);
    socket.once("close", entry.leave);
    if (socket.destroyed) return entry.leave();
    // A client that ignores the end would keep its place for ever.
    socket.once("finish", () => setTimeout(() => socket.destroy(), LINGER_MS));
    flow(socket, entry.stream);
    flow(entry.stream, socket);
  }
}

/** Checks whether the task's server may still accept a key that the task no longer has. */
function hasOldKeys({ key, accepted }: SshAccess): boolean {
  return accepted?.every((one) => one === key) !== true;
}

/** The client's address: IPv4 without its form on a socket for both, IPv6 without the name of a network card. */
function clientOf({ remoteAddress }: Socket): string | undefined {
  return remoteAddress?.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/, "");
}

/** A gateway of this machine alone, such as a demo's, serves nobody else. */
function ownAddress(): { host?: string } {
  const { host = "" } = sshGateway() ?? {};
  if (env.MILLRACE_DEMO) return { host: env.HOST };
  return isLoopbackHost(host) ? { host: "127.0.0.1" } : isLoopbackAddress(host) ? { host } : {};
}
