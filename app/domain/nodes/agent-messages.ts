/** The messages of section 4.1 as the domain sees them, already parsed at the border. */

/** What a node reports of itself: the fields of `/dashboard/sysinfo` without `reported_ts` (3.2). */
export interface Sysinfo {
  cpu_cores: number;
  mem_mb: number;
  mem_free: number;
  gpus: number;
  disk_total: number;
  disk_free: number;
  disk_name: string;
  error_counter: number;
  ibs_active: number;
  kernel: string;
  updates_available: number;
  ubuntu_needs_reboot: number;
  /** Seconds without a report after which this node counts as Dead; null = 20. */
  reported_ts_dead: number | null;
}

export type ObservedState = "pulling" | "starting" | "running" | "stopping" | "stopped" | "error";

export interface ObservedTask {
  placement_id: string;
  state: ObservedState;
  exit_code: number | null;
  ssh_addr: string;
  ssh_host_key: string;
  simulated: boolean;
  /** Text of the sign of coin mining that was seen, or empty. */
  mining: string;
  message: string;
}

export interface Observed {
  boot_id: string;
  /** Increasing per boot. */
  seq: number;
  /** Newest desired version that the agent knows. */
  desired_version: number;
  tasks: ObservedTask[];
  sysinfo: Sysinfo;
}

export interface DesiredTask {
  placement_id: string;
  resv_guid: string;
  task_name: string;
  tenant_name: string;
  tenant_image: string;
  gpus: number[];
  /** False: stop it if it runs, never start it. */
  run: boolean;
  network: string;
  agent: string;
  ssh_public_keys: string[];
  /** Internal addresses of all members in order of their rank. */
  gang: { rank: number; size: number; peers: string[] };
  cpu_cores: number;
  mem_mb: number;
  disk_gb: number;
}

export interface Desired {
  version: number;
  drain: number;
  maintenance: boolean;
  tasks: DesiredTask[];
}

export interface LoadSample {
  placement_id: string;
  gpu_busy: (number | null)[];
  gpu_mem_mb: (number | null)[];
  cpu_pct: number;
  mem_mb: number;
}

export interface Load {
  ts: number;
  samples: LoadSample[];
}

export interface LogChunk {
  placement_id: string;
  /** Increasing per placement. */
  seq: number;
  ts: number;
  stream: "out" | "err";
  text: string;
}
