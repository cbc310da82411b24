import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { startTimeOf } from "../process-identity";

/** Environment mark of every process of a task; its value is the placement's id. */
export const TASK_MARK = "MILLRACE_PLACEMENT";
/** Environment mark of every process that an agent started; its value names the node's own folder. */
export const AGENT_MARK = "MILLRACE_AGENT_DIR";

interface MarkedProcess {
  pid: number;
  placementId: string;
  /** Identity of its process namespace: all processes of one sandbox share it. */
  namespace: string;
}

interface Known {
  startTime: string;
  seenMs: number;
  agentDir: string;
  placementId: string;
  namespace: string;
}

const FRESH_MS = 500;
/** Time after its first sight for which a process may still be between its fork and its program. */
const YOUNG_MS = 3_000;

/** The known processes, so that only new ones are inspected closely. */
const known = new Map<number, Known>();
let lookedMs = -Infinity;

/** Lists all processes on this machine with the marks of the node of that folder. */
export function markedProcesses(agentDir: string): MarkedProcess[] {
  look();
  return [...known]
    .filter(([, one]) => one.agentDir === agentDir && one.placementId !== "")
    .map(([pid, { placementId, namespace }]) => ({ pid, placementId, namespace }));
}

/**
 * Lists every process of one process namespace, marked or not: a customer's program may have cleared its environment.
 */
export function processesOf(namespace: string): number[] {
  look();
  return namespace === "" ? [] : [...known].filter(([, one]) => one.namespace === namespace).map(([pid]) => pid);
}

export function ownNamespace(): string {
  return namespaceOf(process.pid);
}

/** Makes the next call read the processes again, for callers that wait for their end. */
export function forgetSeenProcesses(): void {
  lookedMs = -Infinity;
}

function look(): void {
  if (performance.now() - lookedMs < FRESH_MS) return;
  lookedMs = performance.now();
  const present = new Set<number>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const startTime = startTimeOf(pid);
    // A zombie holds nothing.
    if (startTime === null) continue;
    present.add(pid);
    // A process is marked by its program's environment, which it gets a moment after its fork.
    const before = known.get(pid)?.startTime === startTime ? known.get(pid) : undefined;
    if (before && (before.placementId !== "" || lookedMs - before.seenMs > YOUNG_MS)) continue;
    const environment = environmentOf(pid);
    known.set(pid, {
      startTime,
      seenMs: before?.seenMs ?? lookedMs,
      agentDir: environment.get(AGENT_MARK) ?? "",
      placementId: environment.get(TASK_MARK) ?? "",
      namespace: namespaceOf(pid),
    });
  }
  for (const pid of known.keys()) if (!present.has(pid)) known.delete(pid);
}

export function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return "";
  }
}

function environmentOf(pid: number): Map<string, string> {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
  } catch {
    return new Map();
  }
}
