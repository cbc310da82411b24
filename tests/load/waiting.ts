// `bun tests/load/waiting.ts`, or `npm run bench waiting`: how long tasks wait under several policies when a real month
// of a cluster is replayed. Needs the file of that month next to the project and some minutes; prints and asserts
// nothing.
import { easy, fifo, shortestFirst } from "./waiting/known-policies";
import { replayMillrace } from "./waiting/millrace";
import { type Policy, replay, type Waits } from "./waiting/replay";
import { readTrace, type TraceTask, WARM_UP_S, withFlood } from "./waiting/trace";

/** Number of nodes of a fleet on which the month's work takes the given share of its capacity. */
const LOADS = [
  { share: 0.85, nodes: 69 },
  { share: 0.95, nodes: 62 },
];
/** Classes in the order of the table's columns: all, 1, 2–4, 8, 16 and more GPUs. */
const CLASSES: ((task: TraceTask) => boolean)[] = [
  () => true,
  ({ gpus }) => gpus === 1,
  ({ gpus }) => gpus > 1 && gpus <= 4,
  ({ gpus }) => gpus === 8,
  ({ gpus }) => gpus > 8,
];
const trace = readTrace();
if (trace) run(trace);
else console.log("Waiting: the month to replay is not beside the project; nothing to do.");

function run(tasks: TraceTask[]): void {
  console.log("| Offered | Policy | Busy % | All | 1 GPU | 2–4 | 8 | 16+ |\n|---|---|---|---|---|---|---|---|");
  for (const { share, nodes } of LOADS) {
    const row = (name: string, waits: Waits) => print(`${share} (${nodes} nodes)`, name, tasks, waits);
    const known = (name: string, policy: Policy) => row(name, replay(tasks, nodes, policy));
    row("Millrace", replayMillrace(tasks, nodes));
    row("Millrace, ends declared at 5 times (S16)", replayMillrace(tasks, nodes, 5));
    known("EASY backfill, exact durations", easy(1));
    known("EASY, durations over-estimated 5 times", easy(5));
    known("FIFO, the head blocks", fifo);
    known("shortest first (unfair)", shortestFirst);
  }
  const [, loaded] = LOADS;
  if (!loaded) return;
  const { tasks: flooded, flood } = withFlood(tasks);
  const others = ({ tenant }: TraceTask) => tenant !== flood;
  const waits = replayMillrace(flooded, loaded.nodes);
  print("0.95, one tenant sends 80%", "the others, Millrace", flooded, waits, others);
}

function print(
  load: string,
  name: string,
  tasks: readonly TraceTask[],
  { waitedS, busy }: Waits,
  whose: (task: TraceTask) => boolean = () => true,
): void {
  const means = CLASSES.map((is) => {
    const waits = tasks.flatMap((task, index) =>
      task.submitS >= WARM_UP_S && is(task) && whose(task) ? [waitedS[index] ?? 0] : [],
    );
    return asWait(waits.reduce((sum, wait) => sum + wait, 0) / waits.length);
  });
  console.log(`| ${[load, name, (busy * 100).toFixed(1), ...means].join(" | ")} |`);
}

function asWait(seconds: number): string {
  const minutes = seconds / 60;
  return minutes < 600 ? `${minutes.toFixed(0)} min` : `${(minutes / 60).toFixed(1)} h`;
}
