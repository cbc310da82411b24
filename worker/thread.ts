// One thread of the pool: takes one job at a time and answers with its value or its error.
import { asLeader } from "~/db.server";
import { faultsOf, PartFailed } from "~/domain/for-each";
import { threadJobs, type ThreadAnswer, type ThreadRequest } from "./thread-jobs";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<ThreadRequest>) => {
  const answer = await run(data);
  self.postMessage(answer);
};

async function run({ id, job, input, lead }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const work = threadJobs[job] as (given: unknown) => Promise<unknown>;
    return { id, value: await (lead ? asLeader(lead, () => work(input)) : work(input)) };
  } catch (error) {
    return { id, error: faultsOf(error).map(textOf).join("\n"), part: error instanceof PartFailed };
  }
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
