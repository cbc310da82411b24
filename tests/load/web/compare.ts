import { processorSeconds } from "../processes";
import { figure, heading } from "../report";
import { buildEmptyRemix, startEmptyRemix } from "./empty-remix";
import { fetchHtml, spread } from "./first-byte";

const WARM_UP = 50;
const SAMPLES = 300;

/** Time to first byte of a full task list against a Remix page that holds nothing, taken in turns; gives the ratio. */
export async function compareWithEmptyPage({
  origin,
  pid,
  cookie,
  dir,
}: {
  origin: string;
  /** Of the web process. */
  pid: number;
  cookie: string;
  dir: string;
}): Promise<number> {
  heading("/tasks with 50 tasks against an empty Remix page, one request at a time");
  const empty = await startEmptyRemix(await buildEmptyRemix(dir));
  try {
    const tasksMs: number[] = [];
    const emptyMs: number[] = [];
    let used = { tasks: 0, bare: 0 };
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample += 1) {
      const tasks = await fetchHtml(`${origin}/tasks`, cookie);
      const bare = await fetchHtml(`${empty.origin}/`, null);
      if (tasks.status !== 200 || bare.status !== 200) throw new Error("a page did not answer with 200");
      if (sample < WARM_UP) continue;
      if (sample === WARM_UP) used = { tasks: processorSeconds(pid), bare: processorSeconds(empty.pid) };
      tasksMs.push(tasks.firstByteMs);
      emptyMs.push(bare.firstByteMs);
    }
    const [tasks, bare] = [spread(tasksMs), spread(emptyMs)];
    figure("empty page, median / p90 ms", `${bare.medianMs.toFixed(2)} / ${bare.p90Ms.toFixed(2)}`);
    figure("/tasks, median / p90 ms", `${tasks.medianMs.toFixed(2)} / ${tasks.p90Ms.toFixed(2)}`);
    // Waiting for a processor that others use is in the times, but not in these.
    const perRequest = (seconds: number) => ((1000 * seconds) / SAMPLES).toFixed(2);
    figure("empty page, processor time of its server, ms", perRequest(processorSeconds(empty.pid) - used.bare));
    figure("/tasks, processor time of web, ms", perRequest(processorSeconds(pid) - used.tasks));
    return tasks.medianMs / bare.medianMs;
  } finally {
    await empty.stop();
  }
}
