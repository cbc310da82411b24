import { db } from "~/platform/db.server";
import { authenticateAgent } from "~/fleet/authenticate-agent.server";
import type { ObservedTask } from "~/fleet/agent-messages";
import { readDesired } from "~/fleet/read-desired.server";
import { receiveObserved } from "~/fleet/receive-observed.server";
import { NODE_DEAD_DEFAULT_S } from "~/platform/node-threshold";
import { anObservedTask, aReport } from "../../../support/a-report";
import type { StartedPilot } from "../../../support/fake-scheduler";
import { enrol } from "./engine-world";

type Desired = Awaited<ReturnType<typeof readDesired>>;

/** Its own lease, by its own clock. */
const LEASE_MS = 3_600_000;

/** An agent in a place, as far as the control plane sees it: it enrols, reports what it was told to run, and leaves. */
export class SimPilot {
  readonly started: StartedPilot;
  /** `cut`: it runs and reaches nobody. `gone`: its process has ended. */
  state: "reaching" | "cut" | "gone" = "reaching";
  #node: { nodeId: number; agentKey: string } | null = null;
  #seq = 0;
  #contactMs: number | null = null;
  #lastRunningMs: number | null = null;
  /** Since when nobody knows its key. */
  #strayMs: number | null = null;
  /** The desired state as it last heard it. */
  #desired: Desired | null = null;
  /** Spans in which it reported a running task. */
  readonly observed: { fromMs: number; toMs: number }[] = [];

  constructor(started: StartedPilot) {
    this.started = started;
  }

  /** One report, or its enrolment. */
  async step(now: Date): Promise<void> {
    if (this.state === "gone") return;
    this.#contactMs ??= now.getTime();
    if (this.state === "cut") {
      if (now.getTime() - this.#contactMs > LEASE_MS) this.state = "gone";
      return;
    }
    this.#contactMs = now.getTime();
    if (!this.#node) return await this.#enrol(now);
    if (!(await authenticateAgent({ agentKey: this.#node.agentKey, now }))) return await this.#refused(now);
    this.#strayMs = null;
    await this.#report(now, {});
  }

  /** Its engine asks it to end, and it has the time to say so. */
  async terminate(now: Date): Promise<void> {
    if (this.state === "reaching" && this.#node && (await authenticateAgent({ agentKey: this.#node.agentKey, now })))
      await this.#report(now, { ended_by_engine: true });
    this.end();
  }

  /** Its key is of a database that was restored to before it: for its own part it reaches nobody. */
  get isStray(): boolean {
    return this.#strayMs !== null;
  }

  /** A retired pilot is told to leave. One that nobody knows tries again until its lease is over. */
  async #refused(now: Date): Promise<void> {
    const [retired] = await db.query(`select from node where id = $1 and retired_at is not null`, [this.#node?.nodeId]);
    if (retired) return this.end();
    this.#strayMs ??= now.getTime();
    if (now.getTime() - this.#strayMs > LEASE_MS) this.end();
  }

  end(): void {
    this.state = "gone";
    this.#lastRunningMs = null;
  }

  async #enrol(now: Date): Promise<void> {
    try {
      this.#node = await enrol(this.started, { now });
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "Refusal") throw error;
      this.end();
    }
  }

  async #report(now: Date, more: Partial<ObservedTask>): Promise<void> {
    const { nodeId } = this.#node ?? { nodeId: 0 };
    const desired = await readDesired({ nodeId });
    // It tells a restored database first how things are by the one before.
    if (this.#desired && this.#desired.epoch !== desired.epoch) await this.#tell(nodeId, this.#desired, now, more);
    this.#desired = desired;
    const tasks = await this.#tell(nodeId, desired, now, more);
    const runs = tasks.some(({ state }) => state === "running");
    // A final report covers the time up to the request to stop (B2).
    if (runs || (tasks.length > 0 && !more.ended_by_engine && this.#lastRunningMs !== null))
      this.#seeRunning(now.getTime());
    // Its task is over, and that has been received.
    if (!runs && this.#seq > 1) this.end();
  }

  async #tell(nodeId: number, desired: Desired, now: Date, more: Partial<ObservedTask>): Promise<ObservedTask[]> {
    const tasks = desired.tasks.map(({ placement_id, run }) =>
      anObservedTask(placement_id, { state: run && !more.ended_by_engine ? "running" : "stopped", ...more }),
    );
    const { epoch, version } = desired;
    const observed = { ...aReport((this.#seq += 1)), boot_id: "boot-p", epoch, desired_version: version, tasks };
    await receiveObserved({ nodeId, observed, now });
    return tasks;
  }

  #seeRunning(nowMs: number): void {
    const span = this.observed.at(-1);
    // Reports further apart leave a gap that is free (A37).
    const isGap = this.#lastRunningMs === null || nowMs - this.#lastRunningMs > NODE_DEAD_DEFAULT_S * 1000;
    if (span && !isGap) span.toMs = nowMs;
    else this.observed.push({ fromMs: nowMs, toMs: nowMs });
    this.#lastRunningMs = nowMs;
  }
}
