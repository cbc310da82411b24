import { z } from "zod";

const count = z.int().min(0);

const ObservedTask = z.object({
  placement_id: z.uuid(),
  state: z.enum(["pulling", "starting", "running", "stopping", "stopped", "error"]),
  exit_code: z.int().nullable(),
  ssh_addr: z.string().max(300),
  ssh_host_key: z.string().max(2000),
  simulated: z.boolean(),
  mining: z.string().max(200),
  message: z.string().max(1000),
});

const Sysinfo = z.object({
  cpu_cores: count,
  mem_mb: count,
  mem_free: count,
  gpus: count,
  disk_total: count,
  disk_free: count,
  disk_name: z.string().max(200),
  error_counter: count,
  ibs_active: count,
  kernel: z.string().max(200),
  updates_available: count,
  ubuntu_needs_reboot: z.union([z.literal(0), z.literal(1)]),
  reported_ts_dead: z.int().min(5).max(3600).nullable(),
});

/** The message `observed` of 4.1 as the body of a request: the same as agents send over their socket. */
export const Observed = z.object({
  boot_id: z.string().min(1).max(100),
  seq: count,
  desired_version: count,
  tasks: z.array(ObservedTask).max(200),
  sysinfo: Sysinfo,
});
