import { statfsSync } from "node:fs";
import { z } from "zod";
import { ifThereIsRoom } from "../if-there-is-room";
import { log } from "../log";
import { readJson, writeWhole } from "../task/folder";
import { type Engine, EngineError, START_MS } from "./engine";

/** Free share of the engine's disk below which images are removed. */
const SHORT = 0.2;
/** Longer than a start holds an image before its container exists. */
const UNUSED_MS = 600_000;
const REMOVE_MS = 120_000;
const DIGEST = "sha256:";
const FILE_MAX_BYTES = 4_000_000;

interface Given {
  engine: Engine;
  file: string;
  /** Where the engine keeps its images. */
  storageDir: string;
  isShort?: () => boolean;
}

/**
 * Images that this agent pulled, by id, with the time of their last start. When the engine's disk is short of room, those
 * that no container uses are removed, the longest unused first. Images that came otherwise are their operator's.
 */
export class PulledImages {
  readonly #engine: Engine;
  readonly #file: string;
  readonly #isShort: () => boolean;
  readonly #usedMs: Map<string, number>;

  constructor({ engine, file, storageDir, isShort = () => isShortOfRoom(storageDir) }: Given) {
    [this.#engine, this.#file, this.#isShort] = [engine, file, isShort];
    this.#usedMs = new Map(Object.entries(readJson(file, z.record(z.string(), z.number()), FILE_MAX_BYTES) ?? {}));
  }

  /** Records a start with an image; `pulled`: this agent has just pulled it. */
  use(id: string, { pulled }: { pulled: boolean }): void {
    const whole = wholeId(id);
    if (pulled || this.#usedMs.has(whole)) this.#keep(() => this.#usedMs.set(whole, Date.now()));
  }

  /** Removes images until the disk has room, or no more can be removed. An image that cannot be removed keeps no other. */
  async makeRoom(): Promise<void> {
    if (this.#usedMs.size === 0 || !this.#isShort()) return;
    for (const id of await this.#inUse()) this.use(id, { pulled: false });
    const oldest = [...this.#usedMs].toSorted(([, one], [, other]) => one - other);
    for (const [id, usedMs] of oldest) {
      // A start that is still to come was noted while the clock was ahead.
      if (Math.abs(Date.now() - usedMs) < UNUSED_MS || !this.#isShort()) return;
      try {
        await this.#remove(id);
        this.#keep(() => this.#usedMs.delete(id));
        log("agent", `the disk is short of room: image ${id}, which no task uses, was removed`);
      } catch (error) {
        log("agent", `image ${id}, which no task uses, could not be removed: ${String(error)}`);
      }
    }
  }

  async #inUse(): Promise<string[]> {
    const query = { all: true };
    const containers = await this.#engine.call<{ ImageID: string }[]>({
      ...{ method: "GET", path: "/containers/json", query, limitMs: START_MS },
    });
    return containers.map(({ ImageID }) => ImageID);
  }

  /** By each of its names: an engine refuses to remove an image with several by its id. Without force, one in use stays. */
  async #remove(id: string): Promise<void> {
    const call = async <Answer>(method: "GET" | "DELETE", name: string, rest = "") =>
      await this.#engine
        .call<Answer>({ method, path: `/images/${encodeURI(name)}${rest}`, limitMs: REMOVE_MS })
        .catch((error: unknown) => {
          if (!(error instanceof EngineError) || error.status !== 404) throw error;
          return null;
        });
    const image = await call<{ RepoTags?: string[] | null }>("GET", id, "/json");
    for (const name of [...(image?.RepoTags ?? []), id]) await call("DELETE", name);
  }

  #keep(change: () => void): void {
    change();
    ifThereIsRoom(() => writeWhole(this.#file, JSON.stringify(Object.fromEntries(this.#usedMs))));
  }
}

function isShortOfRoom(dir: string): boolean {
  const { bavail, blocks } = statfsSync(dir);
  return bavail < blocks * SHORT;
}

/** An image's id in the form that both engines accept as a name: one of them leaves the prefix out. */
export function wholeId(id: string): string {
  return id.startsWith(DIGEST) ? id : DIGEST + id;
}
