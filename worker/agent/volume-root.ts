import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { link, open, readFile, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Condition, nodeWarning } from "./health/finding-book";
import { log } from "./log";
import { readJson } from "./task/folder";
import { Turns } from "~/platform/turns";

/** Marks every folder that keeps volumes, so that the empty folder below an absent mount is not mistaken for one. */
export const MARKER = ".millrace-volumes";

const LOOK_MS = 5_000;
/** Time limit for answers: a mount whose server is down blocks its callers, and counts as missing. */
const ANSWER_MS = 4_000;
const BYTES_PER_GB = 1_000_000_000;

interface VolumeRootOptions {
  /** Folder of the node, or a mount that all nodes of the cluster have. */
  dir: string;
  reach: "shared" | "local";
  /** The agent's own folder, where it remembers the folder in use. */
  agentDir: string;
  /** True if the folder is the agent's own, as in the demo: the agent creates it. */
  own: boolean;
}

/** The folder in use, by its marker. */
const Memory = z.object({ dir: z.string(), marker: z.string() });

type Absence = "away" | "other" | "silent";
type State = { there: true; sizeGb: number } | { there: false; why: Absence; text: string };

/**
 * The folder of volumes, and whether it is the one in use: its marker proves that, and the agent remembers the marker.
 * Without it, nothing is created, removed or reported there (17.9).
 */
export class VolumeRoot {
  readonly dir: string;
  readonly #options: VolumeRootOptions;
  readonly #memoryFile: string;
  readonly #turns = new Turns(1);
  #state: State | null = null;
  #looking: Promise<void> | null = null;

  constructor(options: VolumeRootOptions) {
    this.dir = options.dir;
    this.#options = options;
    this.#memoryFile = join(options.agentDir, "volumes.json");
  }

  /** Checks now, and every 5 s from then on. */
  async begin(): Promise<void> {
    await this.look();
    setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** Checks the folder. Resolves within some seconds, even without an answer; concurrent calls share one check. */
  async look(): Promise<void> {
    this.#looking ??= this.#judge().finally(() => (this.#looking = null));
    const silent: State = { there: false, why: "silent", text: `${this.dir} does not answer` };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => resolve(this.#take(silent)), ANSWER_MS);
    });
    await Promise.race([this.#looking, late]).finally(() => clearTimeout(timer));
  }

  /** @throws Error for the customer if it is not there now. */
  async require(): Promise<void> {
    await this.look();
    if (!this.#state?.there) throw new Error(OUT_OF_REACH);
  }

  /** Result of the last check. */
  get isThere(): boolean {
    return this.#state?.there === true;
  }

  /** Checks the marker now: before and after each change that must not happen elsewhere, within {@link use}. */
  async proves(): Promise<boolean> {
    try {
      return this.isThere && (await readFile(join(this.dir, MARKER), "utf8")) === this.#remembered();
    } catch {
      return false;
    }
  }

  /**
   * Runs work on the folder, one after the other. So a mount that stops answering blocks one of the agent's few file
   * threads and not all, and callers wait for some seconds only. Work that has begun continues when it answers again.
   * @throws Error for the customer
   */
  async use<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const late = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(OUT_OF_REACH)), ANSWER_MS);
    });
    const used = this.#turns.take(work, late.signal);
    return await Promise.race([used, silent]).finally(() => {
      clearTimeout(timer);
      late.abort();
    });
  }

  /** Null while it is not there. */
  sizeGb(): number | null {
    return this.#state?.there ? this.#state.sizeGb : null;
  }

  conditions(): Condition[] {
    if (!this.#state || this.#state.there) return [];
    const { why, text } = this.#state;
    return [nodeWarning(`volumes-${why}`, text)];
  }

  async #judge(): Promise<void> {
    try {
      this.#take(await this.#compare());
    } catch (error) {
      this.#take({ there: false, why: "away", text: `${this.dir} cannot be read: ${String(error)}` });
    }
  }

  #take(state: State): void {
    const before = this.#state;
    this.#state = state;
    if (!state.there && (before?.there !== false || before.text !== state.text))
      log("agent", `${state.text}: its volumes are not touched`);
    if (state.there && before?.there === false) log("agent", `the folder of volumes ${this.dir} is there again`);
  }

  async #compare(): Promise<State> {
    const remembered = this.#remembered();
    if (remembered === null) this.#makeFolders();
    const found = await readMarker(this.dir);
    const forget = `to start again with the present content, remove ${this.#memoryFile}`;
    if (remembered === null) return await this.#adopt(found);
    if (found === null)
      return { there: false, why: "away", text: `${this.dir} has lost its ${MARKER} or is not mounted; ${forget}` };
    if (found !== remembered)
      return { there: false, why: "other", text: `${this.dir} is another folder of volumes than before; ${forget}` };
    return { there: true, sizeGb: await sizeGb(this.dir) };
  }

  #makeFolders(): void {
    const { own, agentDir } = this.#options;
    for (const dir of own ? [agentDir, this.dir] : [agentDir]) mkdirSync(dir, { recursive: true, mode: 0o700 });
  }

  async #adopt(found: string | null): Promise<State> {
    const text = found ?? ((await this.#mayMark()) ? await mark(this.dir) : null);
    if (text === null) {
      const why = `${this.dir} is on this machine's own disk, so what all nodes share is not mounted there`;
      return { there: false, why: "away", text: `${why}; if it is right, make an empty file ${MARKER} in it` };
    }
    writeFileSync(`${this.#memoryFile}.new`, JSON.stringify({ dir: this.dir, marker: text }), {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${this.#memoryFile}.new`, this.#memoryFile);
    return { there: true, sizeGb: await sizeGb(this.dir) };
  }

  /** Checks whether the folder may be marked: a shared mount must not be on the disk of the system or the agent. */
  async #mayMark(): Promise<boolean> {
    const { own, reach, agentDir } = this.#options;
    if (own || reach === "local") return true;
    const devices = await Promise.all([this.dir, "/", agentDir].map(async (path) => (await stat(path)).dev));
    return !devices.slice(1).includes(devices[0] ?? 0);
  }

  /** Returns the marker of the folder in use; null without one, or if another folder was. @throws Error if unknown. */
  #remembered(): string | null {
    if (!existsSync(this.#memoryFile)) return null;
    const kept = readJson(this.#memoryFile, Memory) ?? fail(`${this.#memoryFile} is damaged: restore it from a copy`);
    return kept.dir === this.dir ? kept.marker : null;
  }
}

/** Message for the customer. */
export const OUT_OF_REACH =
  "its node cannot reach the volumes at the moment, and says so to its operator; what they hold stays";

/** Creates the marker, or finds that of another node that was faster: only one link succeeds, on a shared mount too. */
async function mark(dir: string): Promise<string> {
  const text = `This folder holds volumes of Millrace. Without this file agents do not touch it: do not remove it.\n${randomUUID()}\n`;
  const [file, made] = [join(dir, MARKER), join(dir, `${MARKER}-${randomUUID()}`)];
  const handle = await open(made, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await link(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await handle.close();
    await rm(made, { force: true });
  }
  return (await readMarker(dir)) ?? fail(`${file} was made and is not there`);
}

async function readMarker(dir: string): Promise<string | null> {
  try {
    return await readFile(join(dir, MARKER), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      await stat(dir);
      return null;
    }
    throw error;
  }
}

async function sizeGb(dir: string): Promise<number> {
  const { blocks, bsize } = await statfs(dir);
  return Math.floor((blocks * bsize) / BYTES_PER_GB);
}

function fail(message: string): never {
  throw new Error(message);
}
