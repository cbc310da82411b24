// A thread whose ticks fail in every way that threads can; the names are borrowed from the real table.
import { existsSync, writeFileSync } from "node:fs";
import type { ThreadRequest } from "../../../worker/pool";

declare const self: Worker;

self.onmessage = ({ data: { id, tick } }: MessageEvent<ThreadRequest>) => {
  if (tick === "scheduler") self.postMessage({ id, value: { placed: 7 } });
  if (tick === "health") self.postMessage({ id, error: "the node is on fire" });
  if (tick === "billing") hangOnce(id, process.env["MARK"] ?? "");
  if (tick === "balance") process.exit(1);
};

function hangOnce(id: number, mark: string): void {
  if (existsSync(mark)) return void self.postMessage({ id, value: "done at the second try" });
  writeFileSync(mark, "");
  for (;;) Math.random();
}
