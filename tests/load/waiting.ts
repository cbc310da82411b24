// `bun tests/load/waiting.ts`, or `npm run bench waiting`: how long tasks wait under several policies when a real month
// of a cluster is replayed. Needs the file of that month next to the project and some minutes; prints and asserts
// nothing.
import { planRow } from "~/compute/inside/capacity/plan-row";
import { planByTheBook } from "../compute/unit/capacity/by-the-book";
import { easy, fifo, shortestFirst } from "./waiting/known-policies";
import { millrace } from "./waiting/millrace";
import { type Policy, replay } from "./waiting/replay";
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
/** The same number of tasks on as few nodes shows whether the planner's memory changes a decision. */
const CHECKED = { tasks: 250, nodes: 2 };

const trace = readTrace();
if (trace) run(trace);
else console.log("Waiting: the month to replay is not beside the project; nothing to do.");

function run(tasks: TraceTask[]): void {
  const [remembering, byTheBook] = [planRow, planByTheBook].map((plan) => {
    const product = millrace((state) => ({ more: false, ...plan(state) }), 5);
    replay(tasks.slice(0, CHECKED.tasks), CHECKED.nodes, product.policy);
    return product.hash();
  });
  console.log(`decisions ${remembering}, by the rules word for word ${byTheBook}`);
  console.log("| Offered | Policy | Busy % | All | 1 GPU | 2–4 | 8 | 16+ |\n|---|---|---|---|---|---|---|---|");
  for (const { share, nodes } of LOADS) {
    const row = (name: string, policy: Policy) => print(`${share} (${nodes} nodes)`, name, tasks, nodes, policy);
    row("Millrace", millrace(planRow).policy);
    row("Millrace, ends declared at 5 times (S16)", millrace(planRow, 5).policy);
    row("EASY backfill, exact durations", easy(1));
    row("EASY, durations over-estimated 5 times", easy(5));
    row("FIFO, the head blocks", fifo);
    row("shortest first (unfair)", shortestFirst);
  }
  const [, loaded] = LOADS;
  const { tasks: flooded, flood } = withFlood(tasks);
  const others = ({ tenant }: TraceTask) => tenant !== flood;
  if (loaded)
    print(
      "0.95, one tenant sends 80%",
      "the others, Millrace",
      flooded,
      loaded.nodes,
      millrace(planRow).policy,
      others,
    );
}

function print(
  load: string,
  name: string,
  tasks: readonly TraceTask[],
  nodes: number,
  policy: Policy,
  whose: (task: TraceTask) => boolean = () => true,
): void {
  const { waitedS, busy } = replay(tasks, nodes, policy);
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
