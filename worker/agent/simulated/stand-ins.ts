import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import type { DesiredTask } from "~/fleet/agent-messages";
import { ifThereIsRoom } from "../if-there-is-room";
import type { TaskLoad } from "../runtime";
import { readJson, type TaskFile, writeWhole } from "../task/folder";
import type { TaskFolders } from "../task/task-folders";
import { simulatedPci } from "./model";
import { openStandInDoor } from "./stand-in-door";

const STAND_IN_FILE = "stand-in.json";
const standInSchema = z.object({
  /** Null: it runs until it is ended. */
  until_ms: z.number().nullable(),
  exit_code: z.number(),
  /** True: it ends because its GPU fails. */
  fails: z.boolean().default(false),
});
type StandIn = z.infer<typeof standInSchema>;
type Kind = NonNullable<DesiredTask["stand_in_kind"]>;

const MINUTE_MS = 60_000;
const [SHORTEST_MS, LONGEST_MS] = [6 * MINUTE_MS, 240 * MINUTE_MS];
const FAULT_AFTER_MS = 18 * MINUTE_MS;
/** Lines of a kernel: a memory row that was remapped, which is a warning, and one that could not be. */
const [REMAPPED, FAILED] = [63, 64];
/** One task in twelve ends with an error. */
const ERRORS = 12;
const LINE_MS = 20_000;
const WAVE_MS = 9 * MINUTE_MS;

/**
 * The demo's tasks on simulated GPUs without a process: each holds its GPUs, shows load and writes a log. A task ends
 * by itself, on request, or with its GPU. Its duration and its end follow from its id, and are stored on disk, so a new
 * agent continues with them.
 */
export class StandIns {
  readonly #folders: TaskFolders;
  readonly #running = new Map<string, StandIn & { lineMs: number; door: Server | null }>();

  constructor(folders: TaskFolders) {
    this.#folders = folders;
    for (const id of folders.ids()) {
      const found = readJson(join(folders.root(id), STAND_IN_FILE), standInSchema);
      if (found) this.#run(id, found);
    }
  }

  begin(file: TaskFile, kind: Kind = "ends"): void {
    const id = file.placement_id;
    const { root, conf, run, home } = this.#folders.folder(id);
    for (const dir of [root, conf, run, home]) mkdirSync(dir, { recursive: true, mode: 0o700 });
    const runsMs = SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** shareOf(id, "time");
    const fails = kind === "fails";
    const standIn = {
      until_ms: kind === "stays" ? null : Date.now() + (fails ? FAULT_AFTER_MS : runsMs),
      exit_code: fails || shareOf(id, "end") < 1 / ERRORS ? 1 : 0,
      fails,
    };
    writeWhole(join(conf, "task.json"), JSON.stringify(file));
    writeWhole(join(root, STAND_IN_FILE), JSON.stringify(standIn));
    writeWhole(join(root, "ready.json"), JSON.stringify({ port: file.port }));
    this.#run(id, standIn);
    if (fails) this.#noteFault(id, REMAPPED, "Row Remapper: New row marked for remapping");
  }

  #run(id: string, standIn: StandIn): void {
    const file = this.#folders.file(id);
    // Customers log in to their own tasks; nobody logs in to those of the demo's customers.
    const door = file && standIn.until_ms === null ? openStandInDoor(file, this.#folders.folder(id)) : null;
    this.#running.set(id, { ...standIn, lineMs: 0, door });
  }

  /** Ends the stand-ins whose time is over, and lists those that run. */
  alive(): string[] {
    for (const [id, { until_ms, exit_code, fails }] of this.#running) {
      if (until_ms === null || Date.now() < until_ms) continue;
      if (fails) this.#noteFault(id, FAILED, "Row Remapper: Row could not be remapped");
      this.end(id, exit_code);
    }
    return [...this.#running.keys()];
  }

  /** Writes what a kernel would about the stand-in's first GPU into the node's `kernel.log`. */
  #noteFault(id: string, xid: number, words: string): void {
    const pci = simulatedPci(this.#folders.file(id)?.gpus[0] ?? 0);
    const line = `NVRM: Xid (PCI:${pci}): ${xid}, pid=1, ${words}\n`;
    ifThereIsRoom(() => appendFileSync(join(this.#folders.agentDir, "kernel.log"), line));
  }

  /** Ends a stand-in. Returns false for any other task. */
  end(id: string, code: number | null = null): boolean {
    this.#running.get(id)?.door?.close();
    if (!this.#running.delete(id)) return false;
    const { root, run } = this.#folders.folder(id);
    ifThereIsRoom(() => writeWhole(join(run, "exit.json"), JSON.stringify({ code, message: "" })));
    rmSync(join(root, STAND_IN_FILE), { force: true });
    return true;
  }

  /** Null for a task that is not a stand-in. */
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
    const opening = existsSync(log) ? "" : `A stand-in for a demo customer's program, on ${held}\n`;
    const line = `step ${step} loss ${loss.toFixed(3)}\n`;
    ifThereIsRoom(() => appendFileSync(log, opening + line));
  }
}

/** A number from 0 to 1, always the same one for a task and a purpose. */
function shareOf(id: string, purpose: string): number {
  return createHash("sha256").update(`${purpose} ${id}`).digest().readUInt32BE() / 2 ** 32;
}
