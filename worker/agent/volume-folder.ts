import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Desired, Observed } from "~/domain/agent/messages";
import { crashPoint } from "./crash-point";
import { log } from "./log";
import { VolumeCopies } from "./volume-copies";
import { GONE, halvesOf } from "./volume-names";
import type { VolumeRoot } from "./volume-root";
import type { Condition } from "./health/finding-book";

interface VolumeFolderOptions {
  root: VolumeRoot;
  reach: "shared" | "local";
  /** How many GB volumes may have there in all; undefined: as many as the file system has. */
  totalGb: number | undefined;
}

/** The folder in which a node keeps volumes: one folder for each, named by its id (17.5). */
export class VolumeFolder {
  readonly #options: VolumeFolderOptions;
  readonly #removing = new Map<string, Promise<void>>();

  constructor(options: VolumeFolderOptions) {
    this.#options = options;
  }

  /** Makes the copies that one node is to make. */
  copies(): VolumeCopies {
    return new VolumeCopies(this.#options.root);
  }

  /** What the node says of it; nothing while the folder is not there, such as a mount that is away. */
  described(): Observed["volumes"] {
    const { root, reach, totalGb } = this.#options;
    const sizeGb = root.sizeGb();
    return sizeGb === null ? undefined : { reach, total_gb: totalGb ?? sizeGb, copies: true };
  }

  /** What is wrong with it. */
  conditions(): Condition[] {
    return this.#options.root.conditions();
  }

  /**
   * Removes what shall not exist, and says of which nothing is there any more. Asked again with each report: a folder first
   * loses its name, so that no task finds half of it, and what a crash left of it is found by that new name. A folder that a
   * task of this node is to have is never touched.
   */
  gone({ volumes_gone = [], tasks }: Pick<Desired, "volumes_gone" | "tasks">, onRemoved: () => void): string[] {
    const { root } = this.#options;
    if (volumes_gone.length === 0 || !root.isThere()) return [];
    const used = new Set(tasks.flatMap(({ volumes = [] }) => volumes.map(({ volume_id }) => volume_id)));
    const gone = volumes_gone.filter((id) => !used.has(id) && this.#isGone(id, onRemoved));
    // Of a mount that went meanwhile the folder below it was seen, where nothing ever is.
    return root.isThere() ? gone : [];
  }

  /** Whether nothing of it is there; else it goes on going. */
  #isGone(id: string, onRemoved: () => void): boolean {
    const { dir } = this.#options.root;
    const [kept, leaving] = [join(dir, id), join(dir, GONE + id)];
    if (!existsSync(leaving) && existsSync(kept)) rename(kept, leaving);
    const left = [...(existsSync(leaving) ? [leaving] : []), ...halvesOf(dir, id)];
    if (left.length === 0) return !existsSync(kept);
    this.#remove(id, left, onRemoved);
    return false;
  }

  /** One removal of a volume at a time; one that fails is tried again with the next report. */
  #remove(id: string, paths: string[], onRemoved: () => void): void {
    if (this.#removing.has(id)) return;
    const removing = Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })))
      .then(onRemoved, () => undefined)
      .finally(() => this.#removing.delete(id));
    this.#removing.set(id, removing);
  }
}

/** Another node with the same mount may have been faster; what else goes wrong is tried again with the next report. */
function rename(kept: string, leaving: string): void {
  try {
    renameSync(kept, leaving);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log("agent", `${kept} could not be removed: ${String(error)}`);
  }
  crashPoint("volume-renamed");
}
