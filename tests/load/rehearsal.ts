// `npm run bench rehearsal`: the time and the memory of a rehearsal, for the month that `waiting` replays too, and for
// copies of it on a large fleet. Needs the file of that month next to the project.
import { setTimeout as wait } from "node:timers/promises";
import { BASELINE, type Past, type PastNode, type PastTask } from "~/rehearsal/plan";
import { rehearse } from "~/rehearsal/rehearse";
import { figure, heading } from "./report";
import { readTrace, type TraceTask, WINDOW_S } from "./waiting/trace";

const SIZES = [
  { name: "a month", tasks: 38_489, nodes: 70, goalS: 20 },
  { name: "large", tasks: 1_000_000, nodes: 1_000, goalS: 600 },
];
/** Nodes on which one copy of the month runs. */
const NODES_PER_COPY = 70;
/** A pause after a time of work, as a polite thread makes it, and so that the collector may run. */
const PAUSE_EVERY_MS = 1_000;

/** Each size: the baseline and one variant with two more nodes. */
export async function benchRehearsal(): Promise<void> {
  const trace = readTrace();
  if (!trace) return console.log("Rehearsal: the month to replay is not beside the project; nothing to do.");
  for (const { name, tasks, nodes, goalS } of SIZES) {
    heading(`Rehearsal, ${name}: ${tasks.toLocaleString("en-US")} tasks on ${nodes} nodes`);
    const past = pastOf(trace, tasks, nodes);
    const variant = { ...BASELINE, name: "Two more", nodes: [{ kind: "add" as const, ...ROW, count: 2, ...NODE }] };
    const measured = await measure(past, [variant]);
    const runs = measured.result.variants.length;
    figure("seconds of processor time for each variant", (measured.userS / runs).toFixed(1), `at most ${goalS}`);
    figure("longest turn between two reports, ms", measured.longestMs.toFixed(0), "at most 50");
    figure("largest resident memory, MB", measured.rssMb.toFixed(0), "at most 1024");
    const [baseline] = measured.result.variants;
    figure("mean wait of the baseline, minutes", ((baseline?.all.meanS ?? NaN) / 60).toFixed(1));
    figure("GPUs in use, %", ((baseline?.utilisation ?? NaN) * 100).toFixed(1));
  }
}

const ROW = { clusterName: "bench", gpuType: "bench" };
const NODE = { gpus: 8, infiniband: false };

/** Copies of the trace next to each other, each begun at another time of the month, and then after each other. */
function pastOf(trace: readonly TraceTask[], count: number, nodeCount: number): Past {
  const sideBySide = Math.max(1, Math.round(nodeCount / NODES_PER_COPY));
  const tasks = Array.from({ length: count }, (_, index): PastTask => {
    const copy = Math.floor(index / trace.length);
    const one = trace[index % trace.length];
    if (!one) throw new Error("the trace is empty");
    const round = Math.floor(copy / sideBySide);
    const shiftS = Math.floor(((copy % sideBySide) * WINDOW_S) / sideBySide);
    return {
      id: `t${index}`,
      tenantId: one.tenant + copy * 100,
      clusterName: ROW.clusterName,
      gpuType: ROW.gpuType,
      submitS: round * WINDOW_S + ((one.submitS + shiftS) % WINDOW_S),
      gpusMin: one.gpus,
      gpusMax: 0,
      gpusIncr: 1,
      network: "ethernet",
      gpuPph: 100,
      maxSeconds: 0,
      heldS: one.runS,
      chargedS: one.runS,
      ended: "itself",
      real: null,
    };
  });
  tasks.sort((a, b) => a.submitS - b.submitS);
  const nodes = Array.from({ length: nodeCount }, (_, index): PastNode => {
    return { ...ROW, nodeId: index + 1, nodeName: `n${String(index + 1).padStart(5, "0")}`, gpus: 8, ibsActive: 0 };
  });
  return { fromS: 0, untilS: (tasks.at(-1)?.submitS ?? 0) + 1, tasks, nodes, changes: [], tenants: new Map() };
}

async function measure(past: Past, variants: Parameters<typeof rehearse>[1]) {
  const before = process.cpuUsage();
  const turns = rehearse(past, variants, 1);
  let [longestMs, rssMb, pausedMs] = [0, 0, performance.now()];
  for (;;) {
    const startedMs = performance.now();
    const turn = turns.next();
    const endedMs = performance.now();
    longestMs = Math.max(longestMs, endedMs - startedMs);
    if (turn.done) return { result: turn.value, userS: process.cpuUsage(before).user / 1e6, longestMs, rssMb };
    if (endedMs - pausedMs < PAUSE_EVERY_MS) continue;
    rssMb = Math.max(rssMb, process.memoryUsage.rss() / 2 ** 20);
    await wait(1);
    pausedMs = performance.now();
  }
}
