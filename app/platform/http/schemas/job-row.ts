import { z } from "zod";

/** The maintenance planned for a machine of a task. */
const TaskMaintenance = z
  .object({
    from_ts: z.int(),
    to_ts: z.int().nullable().meta({ description: "Null: the machine is taken out of service" }),
  })
  .nullable()
  .meta({ description: "The next planned maintenance of a machine that it runs on; null: none is known" });

/** A row of `GET /v1/jobs` (3.3). */
export const JobRow = z.looseObject({
  task_name: z.string(),
  display_name: z.string(),
  tags: z.array(z.string()),
  gpu_type: z.string(),
  gpus_min: z.int(),
  ts_scheduled: z.int(),
  ts_started: z.int(),
  ts_finished: z.int(),
  uptime: z.int(),
  status: z.enum(["running", "killed", "unknown"]),
  ssh_addr: z.string(),
  ssh_host_key: z.string(),
  ssh_host_fingerprint: z.string(),
  resv_guid: z.string(),
  state: z.string(),
  reason: z.string(),
  gpus: z.int(),
  pph: z.int(),
  cluster_name: z.string(),
  network: z.string(),
  agent: z.string(),
  position: z.int().nullable(),
  max_seconds: z.int(),
  max_dollars: z.number(),
  idle_minutes: z.int(),
  ts_ends: z.int(),
  maintenance: TaskMaintenance,
  started_by: z.string().nullable(),
  stopped_by: z.string().nullable(),
  version: z.int(),
});
