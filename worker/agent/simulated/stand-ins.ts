import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ifThereIsRoom } from "../if-there-is-room";
import type { TaskLoad } from "../runtime";
import { readJson, type TaskFile, writeWhole } from "../task/folder";
import type { TaskFolders } from "../task/task-folders";

const STAND_IN_FILE = "stand-in.json";
const standInSchema = z.object({ until_ms: z.number(), exit_code: z.number() });
type StandIn = z.infer<typeof standInSchema>;

const MINUTE_MS = 60_000;
const [SHORTEST_MS, LONGEST_MS] = [6 * MINUTE_MS, 240 * MINUTE_MS];
/** One task in twelve ends with an error. */
const ERRORS = 12;
const LINE_MS = 20_000;
const WAVE_MS = 9 * MINUTE_MS;

/**
 * Tasks of the demo's own customers on simulated GPUs: each holds its GPUs, shows load, writes a log and ends by itself, without
 * a process. How long one runs and how it ends follow from its id, and lie on disk: a new agent continues with them.
 */
export class StandIns {
  readonly #folders: TaskFolders;
  readonly #running = new Map<string, StandIn & { lineMs: number }>();

  constructor(folders: TaskFolders) {
    this.#folders = folders;
    for (const id of folders.ids()) {
      const found = readJson(join(folders.root(id), STAND_IN_FILE), standInSchema);
      if (found) this.#running.set(id, { ...found, lineMs: 0 });
    }
  }

  begin(file: TaskFile): void {
    const id = file.placement_id;
    const { root, conf, run, home } = this.#folders.folder(id);
    for (const dir of [root, conf, run, home]) mkdirSync(dir, { recursive: true, mode: 0o700 });
    const runsMs = SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** shareOf(id, "time");
    const standIn = { until_ms: Date.now() + runsMs, exit_code: shareOf(id, "end") < 1 / ERRORS ? 1 : 0 };
    writeWhole(join(conf, "task.json"), JSON.stringify(file));
    writeWhole(join(root, STAND_IN_FILE), JSON.stringify(standIn));
    writeWhole(join(root, "ready.json"), JSON.stringify({ port: file.port }));
    this.#running.set(id, { ...standIn, lineMs: 0 });
  }

  /** Ends the stand-ins whose time is over, and lists those that run. */
  alive(): string[] {
    for (const [id, { until_ms, exit_code }] of this.#running) if (Date.now() >= until_ms) this.end(id, exit_code);
    return [...this.#running.keys()];
  }

  /** Ends a stand-in. Returns false for a task that is none. */
  end(id: string, code: number | null = null): boolean {
    if (!this.#running.delete(id)) return false;
    const { root, run } = this.#folders.folder(id);
    ifThereIsRoom(() => writeWhole(join(run, "exit.json"), JSON.stringify({ code, message: "" })));
    rmSync(join(root, STAND_IN_FILE), { force: true });
    return true;
  }

  /** Null for a task that is no stand-in. */
  load(id: string): TaskLoad | null {
    const standIn = this.#running.get(id);
    const file = this.#folders.file(id);
    if (!standIn || !file) return null;
    if (Date.now() - standIn.lineMs > LINE_MS) this.#write(id, file, standIn);
    const wave = 0.85 + 0.15 * Math.sin((2 * Math.PI * Date.now()) / WAVE_MS + 6 * shareOf(id, "wave"));
    const cpuPct = (60 + 240 * shareOf(id, "load")) * wave;
    return { cpuPct, memMb: file.gpus.length * (2_000 + 9_000 * shareOf(id, "memory")) };
  }

  #write(id: string, { gpus, started_ts }: TaskFile, standIn: { lineMs: number }): void {
    const log = join(this.#folders.folder(id).home, "task.log");
    standIn.lineMs = Date.now();
    const step = Math.floor((Date.now() / 1000 - started_ts) / 2);
    const loss = 4 * Math.exp(-step / 900) + 0.4 + 0.05 * Math.sin(step);
    const held = gpus.length === 1 ? "1 simulated GPU" : `${gpus.length} simulated GPUs`;
    const opening = existsSync(log) ? "" : `A stand-in for a customer's program of the demo, on ${held}\n`;
    const line = `step ${step} loss ${loss.toFixed(3)}\n`;
    ifThereIsRoom(() => appendFileSync(log, opening + line));
  }
}

/** A number from 0 to 1, always the same one for a task and a purpose. */
function shareOf(id: string, purpose: string): number {
  return createHash("sha256").update(`${purpose} ${id}`).digest().readUInt32BE() / 2 ** 32;
}
