import type { Observed, ObservedTask } from "~/fleet/agent-messages";

/** A report of a healthy node that runs nothing. */
export function aReport(seq: number): Observed {
  return {
    boot_id: "boot-1",
    seq,
    desired_version: 1,
    ts: Math.floor(Date.now() / 1000),
    tasks: [],
    sysinfo: {
      cpu_cores: 32,
      mem_mb: 131_072,
      mem_free: 100_000,
      gpus: 8,
      disk_total: 1_600,
      disk_free: 1_500,
      disk_name: "nvme0n1",
      error_counter: 0,
      ibs_active: 0,
      kernel: "6.1.0",
      updates_available: 0,
      ubuntu_needs_reboot: 0,
      reported_ts_dead: null,
    },
  };
}

/** A running task of a report, with its SSH server. */
export function anObservedTask(placementId: string, given: Partial<ObservedTask> = {}): ObservedTask {
  return {
    ...{ placement_id: placementId, state: "running", exit_code: null, started_ts: null, ssh_addr: "10.0.0.1:22000" },
    ...{ ssh_host_key: "ssh-ed25519 AAAA", simulated: true, mining: "", message: "", ...given },
  };
}
