import type { EngineEnd, EnginePlace, EngineReason, EngineWait } from "~/compute/engine";

/** Prefix of the names of Millrace's jobs. */
export const PLACE_PREFIX = "mr-";

/** Slurm's states of a job, each with the place's state and how the job ended. */
const STATES: Record<string, EnginePlace["state"] | EngineEnd> = {
  PENDING: "waiting",
  REQUEUED: "waiting",
  REQUEUE_FED: "waiting",
  REQUEUE_HOLD: "waiting",
  RESV_DEL_HOLD: "waiting",
  SPECIAL_EXIT: "waiting",
  CONFIGURING: "starting",
  RUNNING: "running",
  RESIZING: "running",
  SIGNALING: "running",
  STOPPED: "running",
  SUSPENDED: "running",
  COMPLETING: "ending",
  STAGE_OUT: "ending",
  COMPLETED: "done",
  FAILED: "failed",
  CANCELLED: "cancelled",
  REVOKED: "cancelled",
  TIMEOUT: "timeout",
  DEADLINE: "timeout",
  PREEMPTED: "preempted",
  NODE_FAIL: "node-lost",
  BOOT_FAIL: "node-lost",
  OUT_OF_MEMORY: "out-of-memory",
};

const ENDS: EngineEnd[] = ["done", "failed", "cancelled", "timeout", "preempted", "node-lost", "out-of-memory"];

/** Null: a state that is not in the table, which shows nothing about the place. */
export function stateOf(word: string): Pick<EnginePlace, "state" | "end"> | null {
  // sacct's form is "CANCELLED by 5".
  const found = STATES[word.split(" ")[0] ?? ""];
  if (!found) return null;
  const end = ENDS.find((one) => one === found) ?? null;
  return { state: end ? "ended" : (found as EnginePlace["state"]), end };
}

/** The first match counts. */
const WAITS: [RegExp, EngineWait][] = [
  [/^(Resources|Licenses|BurstBuffer\w*|PowerNotAvail|PowerReserved)$/, "gpus"],
  [/^(Priority|SchedDefer)$/, "priority"],
  [/^(ReqNodeNotAvail|Reservation|ReservationDeleted|NodeDown|FrontEndDown)$/, "maintenance"],
  [/^(PartitionDown|PartitionInactive|PartitionConfig|AccountingPolicy)$/, "closed"],
  [/^(QOSNotAllowed|AccountNotAllowed|AssocNotAllowed|InvalidAccount|InvalidQOS)$/, "closed"],
  [/^(JobHeldAdmin|JobHeldUser|JobHoldMaxRequeue|BeginTime|Dependency|DependencyNeverSatisfied|FedJobLock)$/, "held"],
  [/^(PartitionTimeLimit|PartitionNodeLimit|BadConstraints|DeadLine|MaxMemPerLimit)$/, "never"],
  // A single job of its size exceeds the limits: waiting does not help.
  [/^(Assoc|QOS)Max\w*Per(Job|Node)(Limit)?$|^QOSMin|^(QOS|Association)TimeLimit$/, "never"],
  [/^(Assoc|Association|QOS|Max)[A-Z]\w*$/, "share-used"],
  [/^(JobLaunchFailure|Prolog|SystemFailure)$/, "launch-failed"],
];

/**
 * `description` is Slurm's sentence, if any; a job that a node could not start is held, and only the sentence shows
 * why.
 */
export function reasonOf(word: string, description: string): EngineReason {
  if (/launch failed/i.test(description)) return { kind: "launch-failed", word: `${word}: ${description}` };
  const first = word.split(/[,\s(]/)[0] ?? "";
  return { kind: WAITS.find(([pattern]) => pattern.test(first))?.[1] ?? "other", word };
}

/** Flags of a node that takes no new jobs, whatever its state. */
const CLOSED = /^(DRAIN|FAIL|INVALID_REG|MAINTENANCE|NOT_RESPONDING|POWERING_DOWN|REBOOT_REQUESTED|REBOOT_ISSUED)$/;
const OPEN = /^(idle|mixed|allocated)$/i;

/** Returns what keeps a node from taking jobs, in Slurm's words; empty: nothing. */
export function whyNoJobs(state: string, flags: string[], reason: string): string {
  const marks = flags.filter((flag) => CLOSED.test(flag));
  const words = [...(OPEN.test(state) ? [] : [state]), ...marks].map((word) => word.toLowerCase().replaceAll("_", " "));
  return words.length === 0 ? "" : [words.join(", "), reason].filter((part) => part !== "").join(": ");
}

/** Numbers of Slurm's errors. */
export const UNKNOWN_JOB = 2017;
export const ALREADY_ENDED = 2021;
/** slurmdbd's empty list. */
export const NOTHING_FOUND = 9003;
/**
 * Requests that the site can never grant: partition, its nodes, counts of processors, nodes and tasks, configuration,
 * memory, time, GPUs.
 */
export const NEVER = new Set([2000, 2004, 2005, 2006, 2014, 2015, 2025, 2041, 2044, 2051, 2069, 2072]);

/** Parses Slurm's GPUs, such as `gpu:a5000:8(S:0-1),gpu:8`, or `gpu:a5000:2(IDX:0-1)`. */
export function gpusOf(text: string): { word: string; count: number; ids: number[] }[] {
  const all = text.matchAll(/(?<![\w/:])gpu(?::([^:,(]+))?:(\d+)(?:\(([^)]*)\))?/g);
  return Array.from(all, ([, word = "", count, detail = ""]) => {
    return { word, count: Number(count), ids: numbersOf(/IDX:([\d,-]+)/.exec(detail)?.[1] ?? "") };
  });
}

function numbersOf(ranges: string): number[] {
  return ranges.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    if (range === "" || first === undefined || last === undefined) return [];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
