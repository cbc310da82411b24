import { figure, heading } from "../report";
import { buildEmptyRemix, startEmptyRemix } from "./empty-remix";
import { type AgainstEmpty, againstEmpty } from "./in-turns";

const WARM_UP = 50;
const SAMPLES = 300;

/** Time to first byte of a full task list compared with an empty Remix page; returns the figures. */
export async function compareWithEmptyPage({
  origin,
  pid,
  cookie,
  dir,
}: {
  origin: string;
  /** Process id of web. */
  pid: number;
  cookie: string;
  dir: string;
}): Promise<AgainstEmpty> {
  heading("/tasks with 50 tasks against an empty Remix page, one request at a time");
  const empty = await startEmptyRemix(await buildEmptyRemix(dir));
  try {
    const url = `${origin}/tasks`;
    const seen = await againstEmpty({ url, cookie, pid, empty, warmUp: WARM_UP, samples: SAMPLES });
    figure("empty page, median / p90 ms", `${seen.emptyMs.toFixed(2)} / ${seen.emptyP90Ms.toFixed(2)}`);
    figure("/tasks, median / p90 ms", `${seen.firstByteMs.toFixed(2)} / ${seen.p90Ms.toFixed(2)}`);
    figure("empty page, processor time of its server, ms", seen.emptyProcessorMs.toFixed(2));
    figure("/tasks, processor time of web, ms", seen.processorMs.toFixed(2));
    return seen;
  } finally {
    await empty.stop();
  }
}
