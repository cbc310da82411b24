import { readFileSync, statSync } from "node:fs";
import { bootMs } from "../probes/sysinfo";
import { runProbe } from "../probes/run";
import { parseKernelLog } from "../probes/xid";
import type { FindingBook, GpuOfNode } from "./finding-book";
import { WHOLE_NODE } from "./finding-book";
import { judgeEvent } from "./judge-event";

const LIMIT_MS = 3_000;

interface KernelWatch {
  book: FindingBook;
  /** The GPU at that place of the bus; null where none of the node's is there. */
  gpuAt: (pci: string) => GpuOfNode | null;
}

/** Takes what is new in a kernel log. */
export function takeKernelLog(text: string, { book, gpuAt }: KernelWatch): void {
  const events = book.unread(parseKernelLog(text));
  if (events.length === 0) return;
  const nowTs = Math.floor(Date.now() / 1000);
  const upS = bootMs() / 1000;
  for (const event of events) {
    const on = gpuAt(event.pci) ?? WHOLE_NODE;
    const first = judgeEvent(event, 1);
    const judged = judgeEvent(event, book.timesOf(first.name, on) + 1);
    const agoS = event.bootS === null ? 0 : Math.max(0, upS - event.bootS);
    book.addEvent(judged, on, Math.floor(nowTs - agoS));
  }
  book.save();
}

/** Reads the machine's own kernel log. Where it may not be read, that is a finding too: nobody would see what fails. */
export async function readKernelLog(watch: KernelWatch): Promise<void> {
  const answer = await runProbe("dmesg", [], LIMIT_MS);
  if (answer.ok) takeKernelLog(answer.output, watch);
  const unread = {
    name: "kernel-log-closed",
    severity: "info" as const,
    action: "inspect" as const,
    text: "the agent may not read the kernel log (kernel.dmesg_restrict), so it sees no Xid",
    ...WHOLE_NODE,
  };
  watch.book.setConditions("kernel-log", answer.ok ? [] : [unread], Math.floor(Date.now() / 1000));
}

/** The same for a simulated node: what somebody writes into its `kernel.log` is taken for its kernel's. */
export function fileWatch(file: string, watch: KernelWatch): () => void {
  let readAtMs = 0;
  return () => {
    const changedMs = changeOf(file);
    if (changedMs === readAtMs) return;
    readAtMs = changedMs;
    takeKernelLog(changedMs === 0 ? "" : readFileSync(file, "utf8"), watch);
  };
}

function changeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
