import { randomUUID } from "node:crypto";
import type { Server } from "socket.io";
import { noteReceiver } from "~/fleet/beat-receiving.server";
import { readDesiredOf } from "~/fleet/read-desired.server";
import { forAll } from "~/platform/for-each";
import { faults } from "../faults";
import { nodeRoom } from "./rooms";

/** Each agent gets its desired state this often, to correct a failed write or one that a hung worker made late. */
const RESEND_MS = 30_000;
/** Nodes that one statement reads. */
const TOGETHER = 200;

/**
 * Sends desired states to the agents of this worker (4.1). Nodes that ask while others are read wait, and are then read
 * together: ten thousand agents cost a few statements a second.
 */
export class DesiredStates {
  /** Id of this process among the workers that receive nodes' messages. */
  readonly worker = randomUUID();
  readonly #io: Server;
  /** When each node was last sent its state, by the process's clock. */
  readonly #sentMs = new Map<number, number>();
  readonly #asked = new Set<number>();
  #sending: Promise<void> | null = null;

  constructor(io: Server) {
    this.#io = io;
  }

  /** Sends the present state to a node, if it is connected here. After a failure the node gets it with the next beat. */
  send(nodeId: number): void {
    if (!this.#isHere(nodeId)) return;
    this.#asked.add(nodeId);
    this.#sending ??= this.#sendAsked().finally(() => (this.#sending = null));
  }

  sendDue(): void {
    const dueMs = performance.now() - RESEND_MS;
    for (const [nodeId, sentMs] of this.#sentMs) {
      if (!this.#isHere(nodeId)) this.#sentMs.delete(nodeId);
      else if (sentMs <= dueMs) this.send(nodeId);
    }
  }

  #isHere(nodeId: number): boolean {
    return this.#io.of("/agent").adapter.rooms.has(nodeRoom(nodeId));
  }

  async #sendAsked(): Promise<void> {
    // Nodes that ask in the same moment join.
    await null;
    while (this.#asked.size > 0) {
      const nodeIds = [...this.#asked].slice(0, TOGETHER);
      for (const nodeId of nodeIds) this.#asked.delete(nodeId);
      await this.#sendTogether(nodeIds);
    }
  }

  async #sendTogether(nodeIds: readonly number[]): Promise<void> {
    for (const nodeId of nodeIds) this.#sentMs.set(nodeId, performance.now());
    const here = nodeIds.filter((nodeId) => this.#isHere(nodeId));
    await faults.watch("desired states not sent", () => forAll(here, (some) => this.#readAndEmit(some)));
    // Repeated, to correct a failed write, and a late one of a worker that hung.
    const note = () => noteReceiver({ nodeIds: here, worker: this.worker });
    await faults.watch("which worker hears a node was not recorded", note);
  }

  async #readAndEmit(nodeIds: readonly number[]): Promise<void> {
    const agents = this.#io.of("/agent");
    for (const [nodeId, state] of await readDesiredOf({ nodeIds })) agents.to(nodeRoom(nodeId)).emit("desired", state);
  }
}
