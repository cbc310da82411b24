// A thread whose jobs go wrong in every way that threads can; the names are borrowed from the real table.
import { existsSync, writeFileSync } from "node:fs";
import type { ThreadRequest } from "../../../worker/thread-jobs";

declare const self: Worker;

self.onmessage = ({ data: { id, job, input } }: MessageEvent<ThreadRequest>) => {
  if (job === "scheduler") self.postMessage({ id, value: { placed: 7 } });
  if (job === "health") self.postMessage({ id, error: "the node is on fire" });
  if (job === "billing") hangOnce(id, input as { mark: string });
  if (job === "balance") process.exit(1);
};

function hangOnce(id: number, { mark }: { mark: string }): void {
  if (existsSync(mark)) return void self.postMessage({ id, value: "done at the second try" });
  writeFileSync(mark, "");
  for (;;) Math.random();
}
