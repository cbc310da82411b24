import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { factsOf, type ProcessFacts } from "../process-identity";

/** Environment mark of every process of a task; its value is the placement's id. */
export const TASK_MARK = "MILLRACE_PLACEMENT";
/** Environment mark of every process that an agent started; its value is the node's own folder. */
export const AGENT_MARK = "MILLRACE_AGENT_DIR";

interface MarkedProcess {
  pid: number;
  placementId: string;
}

interface Marks {
  agentDir: string;
  placementId: string;
}

interface Known extends Marks {
  startTime: string;
  seenMs: number;
  namespace: string;
}

const FRESH_MS = 500;
/** Time after its first sight for which a process may still be between its fork and its program. */
const YOUNG_MS = 3_000;

/** The known processes, so that only new ones are inspected closely. */
const known = new Map<number, Known>();
let lookedMs = -Infinity;

/**
 * Lists all processes on this machine with the marks of the node of that folder, or in a sandbox that one of
 * them started.
 */
export function markedProcesses(agentDir: string): MarkedProcess[] {
  look();
  return [...known]
    .filter(([, one]) => one.agentDir === agentDir && one.placementId !== "")
    .map(([pid, { placementId }]) => ({ pid, placementId }));
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
  const present = new Map<number, ProcessFacts>();
  for (const name of readdirSync("/proc")) {
    const facts = /^\d+$/.test(name) ? factsOf(Number(name)) : null;
    if (facts) present.set(Number(name), facts);
  }
  for (const pid of known.keys()) if (!present.has(pid)) known.delete(pid);
  const open = new Map(present);
  for (const pid of present.keys()) lookAt(pid, open);
}

/** Inspects one of the processes that this pass has not inspected yet, after its parent. */
function lookAt(pid: number, open: Map<number, ProcessFacts>): Known | undefined {
  const facts = open.get(pid);
  if (!facts) return known.get(pid);
  open.delete(pid);
  const { startTime, parent } = facts;
  // A process is marked by its program's environment, which it gets a moment after its fork.
  const before = known.get(pid)?.startTime === startTime ? known.get(pid) : undefined;
  if (before && (before.placementId !== "" || lookedMs - before.seenMs > YOUNG_MS)) return before;
  const namespace = namespaceOf(pid);
  const marks = namespace === ownNamespace() ? marksOf(pid) : (inherited(lookAt(parent, open)) ?? marksOf(pid));
  const one = { startTime, seenMs: before?.seenMs ?? lookedMs, namespace, ...marks };
  known.set(pid, one);
  return one;
}

/** Marks of a process in a sandbox. The customer can write a process's environment, but cannot choose its parent. */
function inherited(parent: Known | undefined): Marks | null {
  return parent && parent.placementId !== "" ? { agentDir: parent.agentDir, placementId: parent.placementId } : null;
}

function marksOf(pid: number): Marks {
  const environment = environmentOf(pid);
  return { agentDir: environment.get(AGENT_MARK) ?? "", placementId: environment.get(TASK_MARK) ?? "" };
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
