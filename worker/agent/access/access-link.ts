import { join } from "node:path";
import type { Duplex } from "node:stream";
import type { Socket } from "socket.io-client";
import type { ClientChannel } from "ssh2";
import { terminalSizeSchema, type StreamRequest, streamRequestSchema } from "~/fleet/agent-streams";
import { flow } from "../../streams/flow";
import { Link } from "../../streams/link";
import type { LinkStream } from "../../streams/link-stream";
import { openSocket } from "../open-socket";
import { Refusals } from "../refusals";
import { StreamRefusal } from "./stream-refusal";
import { openPortInside } from "./port-inside";
import { openSsh, type TaskPlaces } from "./ssh-server";
import { TaskLogins } from "./task-logins";

/** Interval of attempts at an older control plane without this connection, in case it is replaced. */
const LATER_MS = 60_000;

interface AccessOptions {
  nodeName: string;
  agentKey: string;
  liveUrl: string;
  tasks: TaskPlaces;
}

/**
 * The connection by which the control plane reaches the node's tasks: terminals, ports and SSH. It is separate, so that no
 * download delays the node's reports. Its loss ends only streams.
 */
export class AccessLink {
  readonly #socket: Socket;
  readonly #tasks: TaskPlaces;
  readonly #logins: TaskLogins;
  readonly #refusals = new Refusals();
  #ended = false;

  constructor({ nodeName, agentKey, liveUrl, tasks }: AccessOptions) {
    this.#tasks = tasks;
    this.#logins = new TaskLogins(tasks);
    this.#socket = openSocket(`${liveUrl}/ways`, { nodeName, agentKey });
    new Link(this.#socket, (request, stream) => this.#accept(request, stream));
    this.#socket.on("connect", () => this.#refusals.forget());
    this.#socket.on("connect_error", ({ message }) => {
      if (message === "unauthorized") this.#refusals.note();
      this.#connectLater(message === "Invalid namespace" ? LATER_MS : 0);
    });
    this.#socket.on("disconnect", () => this.#connectLater());
  }

  end(): void {
    this.#ended = true;
    this.#socket.disconnect();
    this.#logins.end();
  }

  async #accept(given: unknown, stream: LinkStream): Promise<true | string> {
    const request = streamRequestSchema.safeParse(given);
    if (!request.success) return "failed";
    try {
      if (request.data.kind === "terminal")
        joinTerminal(stream, await this.#logins.terminal(request.data.placement_id, request.data));
      else joinStreams(stream, await this.#open(request.data));
      return true;
    } catch (error) {
      return error instanceof StreamRefusal ? error.message : "failed";
    }
  }

  async #open(request: Exclude<StreamRequest, { kind: "terminal" }>): Promise<Duplex> {
    const { placement_id: id } = request;
    if (request.kind === "ssh") return await openSsh(this.#tasks, request);
    if (!this.#tasks.file(id)) throw new StreamRefusal("no_task");
    const inside = await openPortInside(join(this.#tasks.root(id), "run"), request.port);
    return inside ?? (await this.#logins.port(id, request.port));
  }

  #connectLater(atLeastMs = 0): void {
    if (this.#socket.active || this.#ended) return;
    setTimeout(
      () => {
        if (!this.#ended) this.#socket.connect();
      },
      Math.max(atLeastMs, this.#refusals.waitMs(Math.random())),
    );
  }
}

function joinTerminal(stream: LinkStream, channel: ClientChannel): void {
  stream.onControl = (message) => {
    const size = terminalSizeSchema.safeParse(message);
    if (size.success) channel.setWindow(size.data.rows, size.data.cols, 0, 0);
  };
  channel.on("exit", (code: number | null) => stream.sendControl({ exit: code }));
  joinStreams(stream, channel);
}

/** Joins both ends: passes data as fast as it is taken, until the task's side has sent all or one is gone. */
function joinStreams(stream: LinkStream, inTask: Duplex): void {
  if (stream.destroyed) return void inTask.destroy();
  flow(stream, inTask);
  flow(inTask, stream);
  stream.once("close", () => inTask.destroy());
  // A stream that has ended accepts no more data.
  stream.once("finish", () => stream.destroy());
}
