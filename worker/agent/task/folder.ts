import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { modelSchema } from "../simulated/model";

const MESSAGE_MAX = 200;
const FILE_MAX_BYTES = 65_536;
/** Limit of a file that only the agent writes. */
export const OWN_FILE_MAX_BYTES = 16 * 1_048_576;

/** The paths in a task's folder. `conf` is read-only for the task, `run` and `home` are its own. */
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

/** The file with the instructions for the task's keeper, in the task's own folder. */
export const PLAN_FILE = "keeper.json";

/** Why the agent itself ended a task; next to `run`, so that the customer cannot write it. */
export const ENDED_FILE = "ended.json";
export const endedFileSchema = z.object({ message: z.string() });

/** Written once before the start, with the facts that the task server needs. */
export const taskFileSchema = z.object({
  placement_id: z.string(),
  resv_guid: z.string(),
  task_name: z.string(),
  tenant_name: z.string(),
  agent: z.string(),
  gpus: z.array(z.number()),
  gpu_uuids: z.array(z.string()),
  /** Model that simulated GPUs show; null for real ones. */
  gpu_model: modelSchema.nullable().default(null),
  simulated: z.boolean(),
  bind: z.string(),
  host: z.string(),
  port: z.number(),
  /** Tried in turn when another program took the port between the choice and the start. */
  spare_ports: z.array(z.number()).default([]),
  started_ts: z.number(),
  /** Start command, run by a shell next to the server; empty: nothing runs. */
  start_command: z.string().default(""),
  environment: z.record(z.string(), z.string()).default({}),
  /** The disk limit; null if an older agent did not note it. */
  disk_bytes: z.number().nullable().default(null),
  /** True if a keeper listens for it; the servers of older agents' tasks listen themselves. */
  kept: z.boolean().default(false),
});
export type TaskFile = z.infer<typeof taskFileSchema>;

/** Written by the task's keeper once customers can log in. */
export const readyFileSchema = z.object({ port: z.number().int().min(1).max(65_535) });

/** Written by the task itself, so its content is checked for the report: an exit code and a short text. */
export const exitFileSchema = z.object({
  code: z.number().int().min(0).max(255).nullable(),
  message: z.string().transform((text) => text.replace(/\p{C}/gu, " ").slice(0, MESSAGE_MAX)),
});

/** Writes a file that is never seen half written. Does not follow or wait for a link or pipe that a customer put in its place. */
export function writeWhole(
  file: string,
  text: string,
  { mode = 0o600, owner = null }: { mode?: number; owner?: { uid: number; gid: number } | null } = {},
): void {
  rmSync(`${file}.new`, { recursive: true, force: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flag: "wx" });
  if (mode !== 0o600) chmodSync(`${file}.new`, mode);
  if (owner) chownSync(`${file}.new`, owner.uid, owner.gid);
  renameSync(`${file}.new`, file);
}

/** Reads a JSON file; null when it is absent, invalid, of another shape or cut off by a crash. */
export function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  maxBytes = FILE_MAX_BYTES,
): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(readSmallFile(file, maxBytes) ?? ""));
  } catch {
    return null;
  }
}

/**
 * Reads a small regular file; null for anything else, and for one that the disk does not give back. Customers may write to some of these folders: a link could point
 * at any file of the machine, and a pipe or a giant file would block the agent and so all tasks of the node.
 */
export function readSmallFile(file: string, maxBytes = FILE_MAX_BYTES): string | null {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size > maxBytes) return null;
    const text = Buffer.alloc(stat.size);
    return text.toString("utf8", 0, readSync(handle, text, 0, text.length, 0));
  } catch {
    return null;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
