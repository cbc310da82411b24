import { spawn, spawnSync } from "node:child_process";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { DesiredCopy, ObservedCopy } from "~/fleet/agent-volumes";
import type { Desired } from "~/fleet/agent-messages";
import { crashPoint } from "./crash-point";
import { log } from "./log";
import { systemPrograms } from "./process/sandbox";
import { halvesOf, isThere, newHalf, removeHalves } from "./volume-names";
import type { VolumeRoot } from "./volume-root";

interface Run {
  /** The ids that it may have, and later the one that it has. */
  ids: string[];
  end: AbortController;
}

/**
 * Copies volumes (17.8), one after the other. A copy grows under a temporary name and gets its own once all of it is on
 * disk, so that a folder with a volume's name is complete. A later agent starts the copy again.
 */
export class VolumeCopies {
  readonly #root: VolumeRoot;
  readonly #failed = new Map<string, string>();
  readonly #done = new Set<string>();
  #run: Run | null = null;

  constructor(root: VolumeRoot) {
    this.#root = root;
  }

  /** State of each wanted copy, read with each report. Copies no longer wanted are abandoned and removed. */
  report({ volume_copies = [] }: Pick<Desired, "volume_copies">, onEnded: () => void): ObservedCopy[] {
    const wanted = new Set(volume_copies.map(({ volume_id }) => volume_id));
    for (const known of [this.#failed, this.#done])
      for (const id of known.keys()) if (!wanted.has(id)) known.delete(id);
    if (this.#run && !this.#run.ids.some((id) => wanted.has(id))) this.#run.end.abort();
    if (volume_copies.length === 0 || !this.#root.isThere) return [];
    const open = volume_copies.filter(({ volume_id: id }) => !this.#failed.has(id) && !this.#done.has(id));
    if (open.length > 0 && !this.#run) void this.#begin(open, onEnded);
    return volume_copies.map(({ volume_id }) => this.#stateOf(volume_id));
  }

  #stateOf(volume_id: string): ObservedCopy {
    const message = this.#failed.get(volume_id);
    if (message !== undefined) return { volume_id, state: "failed", message };
    return { volume_id, state: this.#done.has(volume_id) ? "done" : "copying" };
  }

  /** Starts the first open copy. */
  async #begin(open: DesiredCopy[], onEnded: () => void): Promise<void> {
    const run: Run = { ids: open.map(({ volume_id }) => volume_id), end: new AbortController() };
    this.#run = run;
    // If this read fails, the next report retries.
    const looked = await this.#noteDone(open).catch(() => false);
    const copy = looked ? open.find(({ volume_id }) => !this.#done.has(volume_id)) : undefined;
    if (copy) {
      run.ids = [copy.volume_id];
      await this.#make(copy, run.end.signal);
    }
    this.#run = null;
    if (looked) onEnded();
  }

  /** Copies that are complete and have no leftovers of earlier attempts. False: the folder is away. */
  async #noteDone(copies: DesiredCopy[]): Promise<boolean> {
    const root = this.#root;
    const done = await root.use(async () => {
      if (!(await root.proves())) return null;
      const found: string[] = [];
      for (const { volume_id: id } of copies)
        if ((await isThere(join(root.dir, id))) && (await halvesOf(root.dir, id)).length === 0) found.push(id);
      return (await root.proves()) ? found : null;
    });
    for (const id of done ?? []) this.#done.add(id);
    return done !== null;
  }

  async #make(copy: DesiredCopy, signal: AbortSignal): Promise<void> {
    const { volume_id, source_id } = copy;
    const { dir } = this.#root;
    const [from, to] = [join(dir, source_id), join(dir, volume_id)];
    try {
      signal.throwIfAborted();
      await removeHalves(dir, volume_id);
      if (!(await isThere(to))) await copyWhole({ from, half: newHalf(dir, volume_id), to }, signal);
      await this.#noteDone([copy]);
    } catch (error) {
      log("agent", `volume ${source_id} could not be copied to ${volume_id}: ${String(error)}`);
      // If all storage is missing, the volume itself may be fine. The copy is retried once storage is back.
      if (!(await this.#root.proves())) return;
      await removeHalves(dir, volume_id).catch(() => undefined);
      if (!signal.aborted && !(await isThere(to).catch(() => true)))
        this.#failed.set(volume_id, wordsOf(String(error)));
    }
  }
}

async function copyWhole(
  { from, half, to }: { from: string; half: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  if (!(await isThere(from))) throw new Error(NOT_THERE);
  const copied = copyFiles({ from, half }, signal);
  crashPoint("copy-begun");
  await copied;
  crashPoint("copy-written");
  await run("sync", ["-f", half], signal);
  crashPoint("copy-whole");
  signal.throwIfAborted();
  await rename(half, to);
  crashPoint("copy-renamed");
  await flush(join(to, ".."));
  crashPoint("copy-kept");
}

/**
 * Copies with nothing in sight but the two folders. A writer that survives on a lost node may put a link where a folder
 * was, between two calls of `cp`: it would lead to files of the machine, or of others. Without bubblewrap the whole machine is in sight.
 */
async function copyFiles({ from, half }: { from: string; half: string }, signal: AbortSignal): Promise<void> {
  const copy = ["-a", "--reflink=auto", "--"];
  if (!isFenced()) return await run("cp", [...copy, from, half], signal);
  await mkdir(half, { mode: 0o700 });
  const folders = ["--ro-bind", from, "/from", "--bind", half, "/half"];
  await run("bwrap", [...fence(), ...folders, "--", "cp", ...copy, "/from/.", "/half"], signal);
}

const fence = () => ["--die-with-parent", ...systemPrograms()];

let fenced: boolean | null = null;

function isFenced(): boolean {
  return (fenced ??= spawnSync("bwrap", [...fence(), "--", "cp", "--version"], { stdio: "ignore" }).status === 0);
}

/** Flushes a folder, so that a new name survives a power loss. */
async function flush(dir: string): Promise<void> {
  const handle = await open(dir);
  await handle.sync().finally(() => handle.close());
}

async function run(program: string, args: string[], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // Fixes the language of the messages that are matched below; `env` becomes the program, so that the signal reaches
    // it.
    const child = spawn("env", ["LC_ALL=C", ...endsWithAgent(), program, ...args], {
      ...{ signal, killSignal: "SIGKILL" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (text: Buffer) => (output = (output + text.toString()).slice(0, 2_000)));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${output}`)),
    );
  });
}

/** Makes the kernel end the children of a killed agent, if the system has the program for it. */
const ENDS_WITH_AGENT = ["setpriv", "--pdeathsig", "KILL", "--"];
let known: string[] | null = null;

function endsWithAgent(): string[] {
  const [program = "", ...args] = ENDS_WITH_AGENT;
  known ??= spawnSync(program, [...args, "true"], { stdio: "ignore" }).status === 0 ? ENDS_WITH_AGENT : [];
  return known;
}

const NOT_THERE = "nothing of the volume is on its node";

const SIGNS: [RegExp, string][] = [
  [/No space left on device/, "the disk that keeps volumes is full"],
  [/Disk quota exceeded/, "the disk that keeps volumes has no room for it"],
  [new RegExp(NOT_THERE), NOT_THERE],
];

/** Text for the customer, without the node's folders. */
function wordsOf(error: string): string {
  return SIGNS.find(([sign]) => sign.test(error))?.[1] ?? "the node could not read or write all of it";
}
