import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What a task's folder holds. `conf` is read-only for the task, `run` and `home` are its own. */
export interface TaskFolder {
  root: string;
  conf: string;
  run: string;
  home: string;
}

export function taskFolder(tasksDir: string, placementId: string): TaskFolder {
  const root = join(tasksDir, placementId);
  return { root, conf: join(root, "conf"), run: join(root, "run"), home: join(root, "home") };
}

/** Written once before the start: what the task server needs to know. */
export const taskFileSchema = z.object({
  placement_id: z.string(),
  resv_guid: z.string(),
  task_name: z.string(),
  tenant_name: z.string(),
  agent: z.string(),
  gpus: z.array(z.number()),
  /** UUIDs of the GPUs, empty where they are simulated. */
  gpu_uuids: z.array(z.string()),
  simulated: z.boolean(),
  bind: z.string(),
  host: z.string(),
  port: z.number(),
  started_ts: z.number(),
});
export type TaskFile = z.infer<typeof taskFileSchema>;

export const exitFileSchema = z.object({ code: z.number().int().nullable(), message: z.string() });
export type ExitFile = z.infer<typeof exitFileSchema>;

/** A JSON file of the folder, or null when it is absent or was cut off by a crash. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
