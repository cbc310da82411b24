import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ifThereIsRoom } from "./if-there-is-room";
import type { Runtime } from "./runtime";
import { readJson, writeWhole } from "./task/folder";

const homeSchema = z.object({ bootId: z.string(), dir: z.string(), engine: z.string() });

/**
 * Notes where this agent finds its tasks. With another folder, engine or runtime than before it would take running tasks
 * for ended ones, and their GPUs would go to others while they run on. @throws Error if that is so and tasks of this boot
 * are left.
 */
export function requireSameHome(dir: string, { engine = "the demo runtime" }: Pick<Runtime, "engine">, bootId: string) {
  const file = join(dir, "home.json");
  const kept = readJson(file, homeSchema);
  const isSame = kept?.dir === dir && kept.engine === engine;
  const tasks = join(dir, "tasks");
  if (kept?.bootId === bootId && !isSame && existsSync(tasks) && readdirSync(tasks).length > 0)
    throw new Error(
      `tasks that began with the folder ${kept.dir} and ${kept.engine} may still run, and would not be found with ${dir} and ${engine}: set MILLRACE_DATA_DIR, MILLRACE_RUNTIME and MILLRACE_ENGINE_SOCKET as before until the node has no tasks, or reboot the machine`,
    );
  ifThereIsRoom(() => writeWhole(file, JSON.stringify({ bootId, dir, engine })));
}
