import { figure, heading } from "../report";
import { buildEmptyRemix, startEmptyRemix } from "./empty-remix";
import { fetchHtml, spread } from "./first-byte";

const WARM_UP = 50;
const SAMPLES = 300;

/** Time to first byte of a full task list against a Remix page that holds nothing, taken in turns; gives the ratio. */
export async function compareWithEmptyPage({
  origin,
  cookie,
  dir,
}: {
  origin: string;
  cookie: string;
  dir: string;
}): Promise<number> {
  heading("/tasks with 50 tasks against an empty Remix page, one request at a time");
  const empty = await startEmptyRemix(await buildEmptyRemix(dir));
  try {
    const tasksMs: number[] = [];
    const emptyMs: number[] = [];
    for (let sample = 0; sample < WARM_UP + SAMPLES; sample += 1) {
      const tasks = await fetchHtml(`${origin}/tasks`, cookie);
      const bare = await fetchHtml(`${empty.origin}/`, null);
      if (tasks.status !== 200 || bare.status !== 200) throw new Error("a page did not answer with 200");
      if (sample < WARM_UP) continue;
      tasksMs.push(tasks.firstByteMs);
      emptyMs.push(bare.firstByteMs);
    }
    const [tasks, bare] = [spread(tasksMs), spread(emptyMs)];
    figure("empty page, median / p90 ms", `${bare.medianMs.toFixed(2)} / ${bare.p90Ms.toFixed(2)}`);
    figure("/tasks, median / p90 ms", `${tasks.medianMs.toFixed(2)} / ${tasks.p90Ms.toFixed(2)}`);
    return tasks.medianMs / bare.medianMs;
  } finally {
    await empty.stop();
  }
}
