import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import { type ReplayedTask, replayRow } from "~/rehearsal/replay";
import { busyShare, type Waits } from "./replay";
import type { TraceTask } from "./trace";

/** The product's own replay. Tasks declare `factor` times their run time (S16); 0: they declare nothing. */
export function replayMillrace(tasks: readonly TraceTask[], nodes: number, factor = 0): Waits {
  const turns = replayRow({
    tasks: tasks.map((task) => asReplayed(task, factor)),
    nodes: Array.from({ length: nodes }, (_, index) => ({
      nodeId: index + 1,
      nodeName: `n${String(index + 1).padStart(4, "0")}`,
      gpus: GPUS_PER_NODE,
      ibsActive: 0,
    })),
    changes: [],
    sampleEveryS: Infinity,
    untilS: Infinity,
  });
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  const { startS } = turn.value;
  return {
    waitedS: startS.map((atS, index) => atS - (tasks[index]?.submitS ?? NaN)),
    busy: busyShare(tasks, startS, nodes),
  };
}

function asReplayed({ id, tenant, submitS, runS, gpus }: TraceTask, factor: number): ReplayedTask {
  return {
    id,
    tenantId: tenant,
    submitS,
    heldS: runS,
    gpusMin: gpus,
    gpusMax: 0,
    gpusIncr: 1,
    network: "ethernet",
    gpuPph: 1,
    maxSeconds: runS * factor,
  };
}
