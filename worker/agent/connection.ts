import type { Socket } from "socket.io-client";
import { log } from "./log";
import { replaceUnstorable } from "~/fleet/storable-text";
import { type LogChunk, type Load, type Observed } from "~/fleet/agent-messages";
import { openSocket } from "./open-socket";
import { Refusals } from "./refusals";

/** Time for the answer to a message that must not be lost. */
const ANSWER_MS = 10_000;

interface ConnectionOptions {
  nodeName: string;
  agentKey: string;
  /** Origin of the worker's Socket.IO. */
  liveUrl: string;
  onConnect: () => void;
  onDesired: (given: unknown) => void;
  /** Another connection took over this node, or the node was retired; this one is over. */
  onSuperseded: () => void;
}

/** Refusal of a message, if it is one: the other side may send anything. */
interface Refused {
  retcode?: unknown;
  fields?: unknown;
}

/** The node's connection to the control plane. It reconnects after every loss but one: see `superseded`. */
export class Connection {
  readonly #nodeName: string;
  readonly #socket: Socket;
  readonly #refusals = new Refusals();
  #ended = false;
  #warned = false;

  constructor({ nodeName, agentKey, liveUrl, onConnect, onDesired, onSuperseded }: ConnectionOptions) {
    this.#nodeName = nodeName;
    this.#socket = openSocket(`${liveUrl}/agent`, { nodeName, agentKey });
    this.#socket.on("connect", () => {
      log(nodeName, "connected");
      this.#refusals.forget();
      onConnect();
    });
    this.#socket.on("connect_error", (error) => {
      if (error.message === "unauthorized" && this.#refusals.note())
        log(nodeName, "refused: the agent key is not valid (any more); it is tried again, up to once a minute");
      this.#connectLater();
    });
    this.#socket.on("disconnect", () => this.#connectLater());
    this.#socket.on("superseded", (why?: { retired?: unknown } | null) => {
      const retired = why?.retired === true;
      log(
        nodeName,
        retired ? "this node was retired; its agent stops" : "another agent took over this node; this one stops",
      );
      this.end();
      onSuperseded();
    });
    this.#socket.on("desired", onDesired);
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  /** `onTaken`: the control plane has it. */
  observed(report: Observed, onTaken: () => void = () => {}): void {
    this.#socket.emit("observed", storable(report), (answer?: Refused | null) => {
      onTaken();
      const refused = answer?.retcode === "ERROR";
      if (refused && !this.#warned)
        log(this.#nodeName, `its report was refused: ${JSON.stringify(answer.fields ?? {})}`);
      this.#warned = refused;
    });
  }

  load(load: Load): void {
    this.#socket.emit("load", load);
  }

  /** `onAnswer`: whether the control plane has it. One that it can never read counts as taken. */
  logs(chunk: LogChunk, onAnswer: (taken: boolean) => void): void {
    this.#socket.timeout(ANSWER_MS).emit("logs", chunk, (late: Error | null, answer?: Refused | null) => {
      onAnswer(!late && answer?.retcode !== "FAILED");
    });
  }

  end(): void {
    this.#ended = true;
    this.#socket.disconnect();
  }

  /** Schedules a reconnect: the client has none after the server refused or ended the connection. */
  #connectLater(): void {
    if (this.#socket.active || this.#ended) return;
    setTimeout(() => {
      if (!this.#ended) this.#socket.connect();
    }, this.#refusals.waitMs(Math.random()));
  }
}

/** Texts in a report may come from customers, for example the name of a program: no text may cause a refusal. */
function storable(report: Observed): Observed {
  return JSON.parse(JSON.stringify(report), (_, value: unknown) =>
    typeof value === "string" ? replaceUnstorable(value) : value,
  ) as Observed;
}
