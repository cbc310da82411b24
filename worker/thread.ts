// One thread of the pool: runs one tick's work at a time and answers with its value or its error.
import { asLeader } from "~/platform/db.server";
import { faultsOf, PartFailed } from "~/platform/for-each";
import { presentTime, takeTime } from "~/platform/time.server";
import type { ThreadAnswer, ThreadRequest } from "./pool";
import { findTick } from "./timetable";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<ThreadRequest>) => {
  const answer = await run(data);
  self.postMessage(answer);
};

async function run({ id, tick, part, lead, nowMs }: ThreadRequest): Promise<ThreadAnswer> {
  takeTime(nowMs);
  try {
    const work = async () => await findTick(tick)[part]?.({ now: presentTime() });
    return { id, value: await (lead ? asLeader(lead, work) : work()) };
  } catch (error) {
    return { id, error: faultsOf(error).map(textOf).join("\n"), part: error instanceof PartFailed };
  }
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
