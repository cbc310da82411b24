import { readFileSync, statSync } from "node:fs";
import { bootMs } from "../probes/sysinfo";
import { runProbe } from "../probes/run";
import { type KernelEvent, parseKernelLog } from "../probes/xid";
import { type FindingBook, type GpuOfNode, WHOLE_NODE } from "./finding-book";
import { followFrom, judgeCause, judgeEvent, type Judgement } from "./judge-event";
import type { Seen } from "./kept-event";

const LIMIT_MS = 3_000;
const LOG_MAX_BYTES = 64 * 1_048_576;

const UNREAD = { name: "kernel-log-closed", severity: "info", action: "inspect", ...WHOLE_NODE } as const;
const WHY = {
  absent: "dmesg is not on this machine",
  timeout: "dmesg does not answer",
  failed: "the agent may not read the kernel log (kernel.dmesg_restrict)",
};

interface KernelWatch {
  book: FindingBook;
  /** The node's GPU at this bus address; null if there is none. */
  gpuAt: (pci: string) => GpuOfNode | null;
}

/**
 * Adds the new events of a kernel log. The clock of its times drifts from the machine's by minutes a year, so an event is no
 * older than the look before: else it would be from before a task that began lately.
 * @param lookedMs when the log began to be read.
 */
export function takeKernelLog(text: string, { book, gpuAt }: KernelWatch, lookedMs = performance.now()): void {
  const newForMs = performance.now() - book.lookAt(lookedMs);
  const events = book.unread(parseKernelLog(text));
  if (events.length === 0) return;
  const nowTs = Math.floor(Date.now() / 1000);
  const upS = bootMs() / 1000;
  for (const event of events) {
    const agoS = event.bootS === null ? 0 : Math.max(0, Math.min(upS - event.bootS, newForMs / 1000));
    const seen = {
      on: gpuAt(event.pci) ?? WHOLE_NODE,
      device: event.pci,
      atTs: Math.floor(nowTs - agoS),
      bootS: event.bootS,
    };
    book.addEvent(judge(event, seen, book), seen);
  }
  book.save();
}

/** Judges an event and its cause. A program that ends with its machine made no error. */
function judge(event: KernelEvent, seen: Seen, book: FindingBook): Judgement {
  const own = judgeEvent(event, book.timesWith(judgeEvent(event, 1).name, seen));
  const named = judgeCause(event);
  const judged = named ? followFrom(own, book.eventOf(named.name, seen) ?? named) : own;
  const before = judged.action === "customer" ? book.graverBefore(seen) : undefined;
  return before ? followFrom(own, before) : judged;
}

/**
 * Reads the machine's own kernel log. An unreadable log is a finding too: failures would go unseen. @returns true if it
 * could be read.
 */
export async function readKernelLog(watch: KernelWatch): Promise<boolean> {
  const lookedMs = performance.now();
  const answer = await runProbe("dmesg", [], LIMIT_MS, LOG_MAX_BYTES);
  if (answer.ok) takeKernelLog(answer.output, watch, lookedMs);
  const unread = answer.ok ? [] : [{ ...UNREAD, text: `${WHY[answer.reason]}, so the agent sees no Xid` }];
  watch.book.setConditions("kernel-log", unread, Math.floor(Date.now() / 1000));
  return answer.ok;
}

/** Watches the log of a simulated node: lines that a person writes into its `kernel.log` stand for its kernel's. */
export function fileWatch(file: string, watch: KernelWatch): () => void {
  let read = "";
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const changed = stat ? `${stat.mtimeMs} ${stat.size}` : "";
    if (changed === read) return;
    read = changed;
    const text = stat ? readFileSync(file, "utf8") : "";
    // A line that is being written is read once it is complete.
    takeKernelLog(text.slice(0, text.lastIndexOf("\n") + 1), watch);
  };
}
