import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { createHash } from "node:crypto";
import { FundsLeft } from "~/compute/inside/capacity/funds";
import type { HoldOfRow, RowPlan, RowState } from "~/compute/inside/capacity/plan-row";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";
import type { FreeNode } from "~/compute/inside/capacity/free-pool";
import type { FleetNode } from "./fleet";
import type { Policy } from "./replay";
import type { TraceTask } from "./trace";

export interface MillracePolicy {
  policy: Policy;
  /** A hash over all decisions made so far. */
  hash: () => string;
}

/** The product's own planner. Tasks declare `factor` times their run time (S16); 0: they declare nothing. */
export function millrace(plan: (state: RowState) => RowPlan, factor = 0): MillracePolicy {
  const waitingOf = new Map<TraceTask, WaitingTask>();
  const decided = createHash("sha256");
  let hold: HoldOfRow | null = null;
  const policy: Policy = ({ nowS, fleet, queue }) => {
    const tasks = new Map<string, TraceTask>();
    const waiting = queue.map((task) => {
      const known = waitingOf.get(task) ?? asWaiting(task, factor);
      waitingOf.set(task, known);
      tasks.set(task.id, task);
      return known;
    });
    const nodes = fleet.map((node) => asFree(node, factor));
    const state = { nodes, waiting, hold, gpuPph: 1, funds: endless(queue), now: at(nowS), limit: Infinity };
    const answer = plan(state);
    hold = answer.hold;
    const byId = new Map(fleet.map((node) => [node.nodeId, node]));
    return answer.decisions.flatMap(({ task: { resvGuid }, shares }) => {
      const task = tasks.get(resvGuid);
      decided.update(`${nowS} ${resvGuid} ${JSON.stringify(shares)}\n`);
      if (!task) return [];
      waitingOf.delete(task);
      const parts = shares.flatMap((share) => {
        const node = byId.get(share.nodeId);
        return node ? [{ node, gpus: share.gpus }] : [];
      });
      return [{ task, parts }];
    });
  };
  return { policy, hash: () => decided.copy().digest("hex").slice(0, 16) };
}

function at(seconds: number): Date {
  return new Date(seconds * 1000);
}

function asWaiting(task: TraceTask, factor: number): WaitingTask {
  return {
    resvGuid: task.id,
    tenantId: task.tenant,
    taskName: task.id,
    gpusMin: task.gpus,
    gpusMax: 0,
    gpusIncr: 1,
    network: "ethernet",
    acceptedAt: at(task.submitS),
    acceptedGpuPph: 1,
    attempts: 0,
    again: false,
    pph: task.gpus,
    maxSeconds: task.runS * factor,
  };
}

function asFree({ nodeId, nodeName, freeGpus, running }: FleetNode, factor: number): FreeNode {
  const busy = running.length > 0;
  return {
    nodeId,
    nodeName,
    freeGpus,
    gpus: GPUS_PER_NODE,
    ibsActive: 0,
    fenced: false,
    avoided: false,
    busySince: busy ? at(Math.min(...running.map((one) => one.startS))) : null,
    freeBy: busy && factor > 0 ? at(Math.max(...running.map((one) => one.startS + one.task.runS * factor))) : null,
  };
}

function endless(queue: readonly TraceTask[]): FundsLeft {
  const tenants = new Set(queue.map((task) => task.tenant));
  return new FundsLeft(
    new Map([...tenants].map((tenant) => [tenant, { availableUnits: 10n ** 15n, committedPph: 0 }])),
  );
}
