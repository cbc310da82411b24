import { advanceTasks } from "~/compute/advance-tasks.server";
import { requestStop } from "~/compute/inside/tasks/stop-task.server";
import { scheduleAll } from "~/compute/schedule.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { nextZeroAt } from "~/money/next-zero.server";
import { db, transaction } from "~/platform/db.server";
import { EventHeap } from "~/rehearsal/event-heap";
import { enqueue } from "../../compute/database/capacity/reserving";
import { aNode, type TenantInWorld } from "../../support/world";
import { Machine } from "../../worker/lifecycle/machine";

export const START_S = Date.parse("2026-03-02T00:00:00Z") / 1000;
export const at = (seconds: number) => new Date((START_S + seconds) * 1000);

export interface Arrival {
  tenant: TenantInWorld;
  gpus: number;
  gpusMax?: number;
  /** Seconds after its start at which its program ends. */
  runS: number;
  /** Its owner kills it then instead, or withdraws it if it has not started. */
  killedAtS?: number;
  maxSeconds?: number;
}

interface Placed {
  resvGuid: string;
  placementId: string;
  nodeId: number;
}

/** Seconds in which a program is up after its placement. */
const STARTS_IN_S = 7;

/**
 * Virtual days on the real scheduler, charging and judging of nodes: whatever happens is an event at a second, and the
 * machines report when something happens on them.
 */
export class RealDays {
  readonly machines: Machine[] = [];
  private readonly silent = new Set<Machine>();
  private readonly events = new EventHeap<{ atS: number; act: (atS: number) => Promise<void>; quiet: boolean }>(
    ({ atS }) => atS,
  );
  private readonly arrivals = new Map<string, Arrival>();
  private readonly started = new Set<string>();

  /** Quiet: nothing follows from it at once. */
  plan(atS: number, act: (atS: number) => Promise<void>, { quiet = false } = {}): void {
    this.events.push({ atS, act, quiet });
  }

  async addMachine(gpus: number): Promise<Machine> {
    const nodeName = `node-${String(this.machines.length + 1).padStart(2, "0")}`;
    const { nodeId } = await aNode({ gpus, nodeName, health: "new", now: at(-60) });
    const machine = new Machine(nodeId);
    this.machines.push(machine);
    await machine.report(at(-60));
    return machine;
  }

  arrive(atS: number, arrival: Arrival): void {
    this.plan(atS, async () => {
      const { gpus, gpusMax = 0, maxSeconds = 0 } = arrival;
      const fields = { gpu_min: gpus, gpus_max: gpusMax, gpus_incr: gpus, max_seconds: maxSeconds };
      const { resv_guid } = await enqueue(arrival.tenant, fields, { now: at(atS) });
      this.arrivals.set(resv_guid, arrival);
      // The planner may give it a hold from then on (S11).
      if (gpus >= 4) this.plan(atS + 600, async () => {});
      if (arrival.killedAtS !== undefined) this.plan(atS + arrival.killedAtS, (nowS) => this.kill(resv_guid, nowS));
    });
  }

  /** No task starts there from now on, or tasks do again. */
  async drain(machine: Machine, drain: 0 | 1, atS: number): Promise<void> {
    await db.query(`update node set drain = $2 where id = $1`, [machine.nodeId, drain]);
    await sampleNodeService({ now: at(atS) });
  }

  /** The machine is silent from now on; its tasks are lost after the quarter of an hour that they wait for it (6.2). */
  loseAt(atS: number, machine: Machine, backAfterS: number): void {
    this.plan(atS, async () => void this.silent.add(machine));
    for (const afterS of [20, 45, 60, 950, 970]) this.plan(atS + afterS, (nowS) => this.judge(nowS));
    // The other nodes of its gangs are told to end them, and do.
    for (const afterS of [951, 952])
      this.plan(atS + afterS, async (nowS) => {
        const others = this.machines.filter((one) => !this.silent.has(one));
        for (const one of others) one.settle();
        await this.beat(others, nowS);
      });
    // Without these beats the silence would be an outage of ours (6.1).
    for (let afterS = 0; afterS < 970; afterS += 5) this.plan(atS + afterS, receive, { quiet: true });
    this.plan(atS + backAfterS, async (nowS) => {
      this.silent.delete(machine);
      machine.reboot();
      await this.beat([machine], nowS);
    });
    for (let afterS = 0; afterS < 600; afterS += 5) this.plan(atS + backAfterS + afterS, receive, { quiet: true });
    for (let afterS = 0; afterS <= 600; afterS += 20) this.plan(atS + backAfterS + afterS, (nowS) => this.judge(nowS));
  }

  async play(untilS: number): Promise<void> {
    await sampleNodeService({ now: at(0) });
    // A hold may move then (S11).
    for (let atS = 600; atS <= untilS; atS += 600) this.plan(atS, async () => {});
    while ((this.events.first()?.atS ?? Infinity) <= untilS) {
      const { atS, act, quiet } = this.events.pop();
      await this.haveReported(atS);
      await act(atS);
      if (quiet) continue;
      await advanceTasks({ now: at(atS) });
      await scheduleAll({ now: at(atS) });
      for (const nodeId of await this.startAll(atS)) await this.beat(this.machinesOf([nodeId]), atS);
    }
  }

  /** As if the machines had gone on reporting that nothing changed: longer silences are not charged (B2). */
  private async haveReported(atS: number): Promise<void> {
    const live = this.machines.filter((machine) => !this.silent.has(machine)).map(({ nodeId }) => nodeId);
    await db.query(`update node set reported_at = $2 where id = any($1::int[])`, [live, at(atS)]);
  }

  /** The machines of newly placed tasks start them, and their ends are planned. */
  private async startAll(atS: number): Promise<number[]> {
    const placed = await db.query<Placed>(
      `select t.resv_guid as "resvGuid", p.placement_id as "placementId", p.node_id as "nodeId"
       from task t join placement p on p.resv_guid = t.resv_guid where t.state = 'placing' order by p.assigned_at, p.rank`,
    );
    const isNew = placed.filter(({ placementId }) => !this.started.has(placementId));
    for (const { placementId } of isNew) this.started.add(placementId);
    for (const resvGuid of new Set(isNew.map((one) => one.resvGuid))) {
      const its = isNew.filter((one) => one.resvGuid === resvGuid);
      const arrival = this.arrivals.get(resvGuid);
      if (!arrival) continue;
      this.plan(atS + STARTS_IN_S, (nowS) => this.run(its, arrival, nowS));
    }
    return [...new Set(isNew.map(({ nodeId }) => nodeId))];
  }

  private async run(its: readonly Placed[], { runS, maxSeconds = 0 }: Arrival, atS: number): Promise<void> {
    const machines = this.machinesOf(its.map(({ nodeId }) => nodeId));
    for (const machine of machines) machine.settle();
    await this.beat(machines, atS);
    const endS = maxSeconds > 0 ? maxSeconds : runS;
    this.plan(atS + endS + 1, async (nowS) => {
      if (maxSeconds === 0)
        for (const { placementId } of its) for (const one of machines) one.endItself(placementId, 0);
      await this.beat(machines, nowS);
      await advanceTasks({ now: at(nowS) });
      await this.beat(machines, nowS);
    });
    const zeroAt = await nextZeroAt({ now: at(atS) });
    if (zeroAt) this.plan(zeroAt.getTime() / 1000 - START_S, (nowS) => this.endMoney(nowS));
  }

  private async endMoney(atS: number): Promise<void> {
    await this.beat(this.machines, atS);
    await watchBalances({ now: at(atS) });
    await this.beat(this.machines, atS);
  }

  private async kill(resvGuid: string, atS: number): Promise<void> {
    await transaction((tx) =>
      requestStop(tx, { resvGuids: [resvGuid], target: "killed", reason: "killed by you", now: at(atS) }),
    );
    await this.beat(this.machines, atS);
  }

  private async judge(atS: number): Promise<void> {
    await receive(atS);
    for (const machine of this.machines) if (!this.silent.has(machine)) await machine.report(at(atS));
    await checkHealth({ now: at(atS) });
    await advanceTasks({ now: at(atS) });
    await sampleNodeService({ now: at(atS) });
  }

  private machinesOf(nodeIds: readonly number[]): Machine[] {
    return this.machines.filter(({ nodeId }) => nodeIds.includes(nodeId));
  }

  private async beat(machines: readonly Machine[], atS: number): Promise<void> {
    for (const machine of machines) {
      if (this.silent.has(machine)) continue;
      await machine.hear();
      await machine.report(at(atS));
    }
    for (const machine of machines) if (!this.silent.has(machine)) await machine.report(at(atS));
  }
}

/** The worker takes reports at that second. */
async function receive(atS: number): Promise<void> {
  await beatReceiving({ worker: "test", now: at(atS) });
}
