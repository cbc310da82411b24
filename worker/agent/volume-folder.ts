import { existsSync, renameSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Desired, Observed } from "~/domain/agent/messages";
import { crashPoint } from "./crash-point";
import { log } from "./log";
import { VolumeCopies } from "./volume-copies";
import { halvesOf } from "./volume-names";

const GONE = ".gone-";
const BYTES_PER_GB = 1_000_000_000;

interface VolumeFolderOptions {
  /** Folder of the node, or a mount that all nodes of the cluster have. */
  dir: string;
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
    return new VolumeCopies(this.#options.dir);
  }

  /** What the node says of it; nothing while the folder is not there, such as a mount that is away. */
  described(): Observed["volumes"] {
    const { dir, reach, totalGb } = this.#options;
    if (!existsSync(dir)) return undefined;
    return { reach, total_gb: totalGb ?? sizeGb(dir), copies: true };
  }

  /**
   * Removes what shall not exist, and says of which nothing is there any more. Asked again with each report: a folder first
   * loses its name, so that no task finds half of it, and what a crash left of it is found by that new name. A folder that a
   * task of this node is to have is never touched.
   */
  gone({ volumes_gone = [], tasks }: Pick<Desired, "volumes_gone" | "tasks">, onRemoved: () => void): string[] {
    const { dir } = this.#options;
    if (volumes_gone.length === 0 || !existsSync(dir)) return [];
    const used = new Set(tasks.flatMap(({ volumes = [] }) => volumes.map(({ volume_id }) => volume_id)));
    return volumes_gone.filter((id) => !used.has(id) && this.#isGone(id, onRemoved));
  }

  /** Whether nothing of it is there; else it goes on going. */
  #isGone(id: string, onRemoved: () => void): boolean {
    const [kept, leaving] = [join(this.#options.dir, id), join(this.#options.dir, GONE + id)];
    if (!existsSync(leaving) && existsSync(kept)) rename(kept, leaving);
    const left = [...(existsSync(leaving) ? [leaving] : []), ...halvesOf(this.#options.dir, id)];
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

function sizeGb(dir: string): number {
  const { blocks, bsize } = statfsSync(dir);
  return Math.floor((blocks * bsize) / BYTES_PER_GB);
}
