import type { Network } from "./gpu-sizes";
import { type AgentOption, hasWatchdog } from "./inside/tasks/agent-options";
import { type DocumentedStatus, documentedStatus, type TaskState } from "./task-states";
import { epochSeconds } from "./whole-seconds";

/** Most ended tasks in a list. */
export const JOBS_LIMIT = 200;

/** The earliest date by which a machine of a task is maintained or taken out of service. Epoch seconds. */
export type TaskMaintenance = {
  from_ts: number;
  /** Null: it is taken out of service. */
  to_ts: number | null;
};

/** A row of `GET /v1/jobs` and the data of the `task` event (3.3, 5.2). */
export interface JobRow {
  task_name: string;
  /** What people read instead of the name; empty: the name itself. */
  display_name: string;
  /** Words by which its customer sorts it. */
  tags: string[];
  gpu_type: string;
  gpus_min: number;
  /** Epoch seconds of its acceptance. */
  ts_scheduled: number;
  /** Epoch seconds at which it began to run; 0 until then. */
  ts_started: number;
  /** 0 until it has ended. */
  ts_finished: number;
  /** Charged seconds so far. */
  uptime: number;
  status: DocumentedStatus;
  /** `host:port`, empty until it runs and after its end. */
  ssh_addr: string;
  /** Public key line of its SSH server while it runs, else empty. */
  ssh_host_key: string;
  /** The same key's fingerprint, `SHA256:…`. */
  ssh_host_fingerprint: string;
  resv_guid: string;
  state: TaskState;
  reason: string;
  /** Granted GPUs; gpus_min before it is placed. */
  gpus: number;
  /** Cents per hour. */
  pph: number;
  cluster_name: string;
  network: Network;
  agent: AgentOption;
  position: number | null;
  /** Seconds after its start at which it ends by itself; 0: never (S16). */
  max_seconds: number;
  /** Dollars of cost at which it ends by itself; 0: no limit. */
  max_dollars: number;
  /** Minutes of idle GPUs after which its watchdog stops it; 0 where its agent is none. */
  idle_minutes: number;
  /** Epoch seconds at which it ends by itself as far as is known now; 0: not known. */
  ts_ends: number;
  /** The next planned maintenance of a machine that it runs on; null: none is known. */
  maintenance: TaskMaintenance | null;
  /** Name of the member who started it; null of tasks from before that was kept. */
  started_by: string | null;
  /** Name of the member who stopped it; null where nobody of its tenant did. */
  stopped_by: string | null;
  version: number;
}

/** What a row is made of (`jobColumns`). */
export interface StoredJob {
  resvGuid: string;
  taskName: string;
  displayName: string;
  tags: string[];
  gpuType: string;
  gpusMin: number;
  gpusGranted: number;
  /** These five in epoch seconds. */
  acceptedTs: number;
  startedTs: number | null;
  finishedTs: number | null;
  stopTs: number | null;
  chargedToTs: number | null;
  chargedSeconds: number;
  state: TaskState;
  reason: string;
  waitReason: string;
  pph: number;
  clusterName: string;
  network: Network;
  agent: AgentOption;
  position: number | null;
  sshAddr: string;
  sshHostKey: string;
  maxSeconds: number;
  maxCents: number;
  idleMinutes: number;
  /** Epoch seconds. */
  ownEndTs: number | null;
  /** Epoch seconds of its last report where a node of it has been silent for too long (A37). */
  silentTs: number | null;
  maintenance: TaskMaintenance | null;
  startedBy: string | null;
  stoppedBy: string | null;
  version: number;
}

/** `fingerprint` makes a fingerprint of a public key line. */
export function toJobRow(task: StoredJob, now: Date, fingerprint: (line: string) => string): JobRow {
  const hostKey = task.state === "running" ? task.sshHostKey : "";
  return {
    task_name: task.taskName,
    display_name: task.displayName,
    tags: task.tags,
    gpu_type: task.gpuType,
    gpus_min: task.gpusMin,
    ts_scheduled: task.acceptedTs,
    ts_started: task.startedTs ?? 0,
    ts_finished: task.finishedTs ?? 0,
    uptime: uptimeSeconds(task, now),
    status: documentedStatus(task.state),
    ssh_addr: task.state === "running" ? task.sshAddr : "",
    ssh_host_key: hostKey,
    ssh_host_fingerprint: fingerprint(hostKey),
    resv_guid: task.resvGuid,
    state: task.state,
    // With a place to be placed again it waits like a queued one.
    reason: task.state === "queued" || task.position !== null ? task.waitReason : task.reason,
    gpus: task.gpusGranted === 0 ? task.gpusMin : task.gpusGranted,
    pph: task.pph,
    cluster_name: task.clusterName,
    network: task.network,
    agent: task.agent,
    position: task.position,
    max_seconds: task.maxSeconds,
    max_dollars: task.maxCents / 100,
    idle_minutes: hasWatchdog(task.agent) ? task.idleMinutes : 0,
    ts_ends: task.state === "running" ? (task.ownEndTs ?? 0) : 0,
    maintenance: task.maintenance,
    started_by: task.startedBy,
    stopped_by: task.stoppedBy,
    version: task.version,
  };
}

/** Posted seconds and, while it runs, those since; an end that is asked for and a silent node end the count (B2, A37). */
function uptimeSeconds(task: StoredJob, now: Date): number {
  const { chargedToTs, chargedSeconds, stopTs, ownEndTs, silentTs } = task;
  if (chargedToTs === null) return chargedSeconds;
  const ends = [stopTs, ownEndTs, silentTs].map((endTs) => endTs ?? Infinity);
  const endTs = Math.min(...ends, epochSeconds(now));
  return chargedSeconds + Math.max(0, endTs - chargedToTs);
}
