// One thread of the pool: runs one tick's work at a time and answers with its value or its error.
import { asLeader } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { faultsOf, PartFailed } from "~/platform/for-each";
import { presentTime, takeTime } from "~/platform/time.server";
import { startTracing, stopTracing, traceIfBusy } from "~/platform/tracing.server";
import { log } from "./log";
import { LAST, type ThreadAnswer, type ThreadRequest } from "./pool";
import { findTick } from "./timetable";

declare const self: Worker;

const tracing = startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: "worker", log });

self.onmessage = async ({ data }: MessageEvent<ThreadRequest | typeof LAST>) => {
  await tracing;
  if (data === LAST) await stopTracing();
  self.postMessage(data === LAST ? LAST : await run(data));
};

async function run({ id, tick, part, lead, nowMs }: ThreadRequest): Promise<ThreadAnswer> {
  takeTime(nowMs);
  try {
    const work = () =>
      traceIfBusy(
        `tick ${tick}${part === "run" ? "" : ` ${part}`}`,
        async () => await findTick(tick)[part]?.({ now: presentTime() }),
      );
    return { id, value: await (lead ? asLeader(lead, work) : work()) };
  } catch (error) {
    return { id, error: faultsOf(error).map(textOf).join("\n"), part: error instanceof PartFailed };
  }
}

function textOf(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
