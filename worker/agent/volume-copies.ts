import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DesiredCopy, ObservedCopy } from "~/domain/agent/volumes";
import type { Desired } from "~/domain/agent/messages";
import { crashPoint } from "./crash-point";
import { log } from "./log";
import { halvesOf, halfOf } from "./volume-names";

interface Run {
  volumeId: string;
  end: AbortController;
}

/**
 * Makes volumes as copies of others (17.8), one after the other. A copy grows under a name that no task is given and gets its own
 * when all of it is on disk: a folder with the name of a volume is whole. An agent that comes after another begins anew.
 */
export class VolumeCopies {
  readonly #dir: string;
  readonly #failed = new Map<string, string>();
  #run: Run | null = null;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** How far each is that shall be; asked with each report. What is wanted no more is given up and leaves nothing. */
  report({ volume_copies = [] }: Pick<Desired, "volume_copies">, onEnded: () => void): ObservedCopy[] {
    if (!existsSync(this.#dir)) return [];
    const wanted = new Set(volume_copies.map(({ volume_id }) => volume_id));
    for (const id of this.#failed.keys()) if (!wanted.has(id)) this.#failed.delete(id);
    if (this.#run && !wanted.has(this.#run.volumeId)) this.#run.end.abort();
    return volume_copies.map((copy) => this.#stateOf(copy, onEnded));
  }

  #stateOf(copy: DesiredCopy, onEnded: () => void): ObservedCopy {
    const { volume_id } = copy;
    const message = this.#failed.get(volume_id);
    if (message !== undefined) return { volume_id, state: "failed", message };
    if (this.#run?.volumeId !== volume_id && existsSync(join(this.#dir, volume_id)))
      return { volume_id, state: "done" };
    if (!this.#run) void this.#begin(copy, onEnded);
    return { volume_id, state: "copying" };
  }

  async #begin({ volume_id, source_id }: DesiredCopy, onEnded: () => void): Promise<void> {
    const run = { volumeId: volume_id, end: new AbortController() };
    this.#run = run;
    // Another name each time: what a killed agent had begun may still be written to.
    const half = join(this.#dir, halfOf(volume_id, randomUUID()));
    try {
      for (const left of halvesOf(this.#dir, volume_id)) await rm(left, { recursive: true, force: true });
      await copyWhole({ from: join(this.#dir, source_id), half, to: join(this.#dir, volume_id) }, run.end.signal);
    } catch (error) {
      log("agent", `volume ${source_id} could not be copied to ${volume_id}: ${String(error)}`);
      await rm(half, { recursive: true, force: true }).catch(() => undefined);
      if (!run.end.signal.aborted) this.#failed.set(volume_id, wordsOf(String(error)));
    } finally {
      this.#run = null;
    }
    onEnded();
  }
}

async function copyWhole(
  { from, half, to }: { from: string; half: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  if (!existsSync(from)) throw new Error(NOT_THERE);
  const copied = run("cp", ["-a", "--reflink=auto", "--", from, half], signal);
  crashPoint("copy-begun");
  await copied;
  await run("sync", ["-f", half], signal);
  crashPoint("copy-whole");
  signal.throwIfAborted();
  await rename(half, to);
  await flush(join(to, ".."));
  crashPoint("copy-renamed");
}

/** So that a new name is still there after a loss of power. */
async function flush(dir: string): Promise<void> {
  const handle = await open(dir);
  await handle.sync().finally(() => handle.close());
}

async function run(program: string, args: string[], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // In the words that are looked for below; `env` becomes the program, so that the signal reaches it.
    const child = spawn("env", ["LC_ALL=C", program, ...args], {
      ...{ signal, killSignal: "SIGKILL" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said = (said + text.toString()).slice(0, 2_000)));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${said}`)),
    );
  });
}

const NOT_THERE = "nothing of the volume is on its node";

const SIGNS: [RegExp, string][] = [
  [/No space left on device/, "the disk that keeps volumes is full"],
  [/Disk quota exceeded/, "the disk that keeps volumes has no room for it"],
  [new RegExp(NOT_THERE), NOT_THERE],
];

/** For the customer, who shall not read of the node's folders. */
function wordsOf(error: string): string {
  return SIGNS.find(([sign]) => sign.test(error))?.[1] ?? "the node could not read or write all of it";
}
