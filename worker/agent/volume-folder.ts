import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Desired, Observed } from "~/fleet/agent-messages";
import { crashPoint } from "./crash-point";
import { log } from "./log";
import { removeTree } from "./remove-tree";
import { VolumeCopies } from "./volume-copies";
import { Turns } from "~/platform/turns";
import { GONE, halvesOf, isThere } from "./volume-names";
import type { VolumeRoot } from "./volume-root";
import type { Condition } from "./health/finding-book";

interface VolumeFolderOptions {
  root: VolumeRoot;
  reach: "shared" | "local";
  /** GB for all volumes there together; undefined: the size of the file system. */
  totalGb: number | undefined;
}

/** The folder in which a node keeps volumes: one folder for each, named by its id (17.5). */
export class VolumeFolder {
  readonly #options: VolumeFolderOptions;
  readonly #removing = new Map<string, Promise<void>>();
  readonly #removals = new Turns(1);
  /** Volumes that should not exist, and of which nothing is left. */
  readonly #gone = new Set<string>();
  #looking = false;
  #askedMeanwhile = false;

  constructor(options: VolumeFolderOptions) {
    this.#options = options;
  }

  /** Returns the copier of one node. */
  copies(): VolumeCopies {
    return new VolumeCopies(this.#options.root);
  }

  /** The node's report about it; nothing while the folder is missing, for example because its mount is away. */
  described(): Observed["volumes"] {
    const { root, reach, totalGb } = this.#options;
    const sizeGb = root.sizeGb();
    return sizeGb === null ? undefined : { reach, total_gb: totalGb ?? sizeGb, copies: true };
  }

  /** Returns the faults of the folder. */
  conditions(): Condition[] {
    return this.#options.root.conditions();
  }

  /**
   * Removes volumes that must not exist, and returns those of which nothing is left. It runs with each report and when
   * `onChanged` is called. A folder loses its name first, so that no task finds half of it, and a crash leaves it under
   * its new name. A folder that a task of this node needs is never touched.
   */
  gone({ volumes_gone = [], tasks }: Pick<Desired, "volumes_gone" | "tasks">, onChanged: () => void): string[] {
    const used = new Set(tasks.flatMap(({ volumes = [] }) => volumes.map(({ volume_id }) => volume_id)));
    const wanted = volumes_gone.filter((id) => !used.has(id));
    for (const id of this.#gone) if (!wanted.includes(id)) this.#gone.delete(id);
    if (!this.#options.root.isThere) return [];
    const open = wanted.filter((id) => !this.#gone.has(id));
    if (open.length > 0) void this.#look(open, onChanged);
    return wanted.filter((id) => this.#gone.has(id));
  }

  async #look(ids: string[], onChanged: () => void): Promise<void> {
    if (this.#looking) return void (this.#askedMeanwhile = true);
    this.#looking = true;
    // If this read fails, the next report retries.
    const gone = await this.#options.root.use(() => this.#findGone(ids, onChanged)).catch(() => []);
    for (const id of gone) this.#gone.add(id);
    const tell = gone.length > 0 || this.#askedMeanwhile;
    this.#looking = this.#askedMeanwhile = false;
    if (tell) onChanged();
  }

  async #findGone(ids: string[], onChanged: () => void): Promise<string[]> {
    const { root } = this.#options;
    if (!(await root.proves())) return [];
    const gone: string[] = [];
    for (const id of ids) if (await this.#isGone(id, onChanged)) gone.push(id);
    // If the mount disappeared in between, the empty folder below it was seen.
    return (await root.proves()) ? gone : [];
  }

  /** Checks that nothing of it is left; otherwise its removal continues. */
  async #isGone(id: string, onChanged: () => void): Promise<boolean> {
    const { dir } = this.#options.root;
    const [kept, leaving] = [join(dir, id), join(dir, GONE + id)];
    if (!(await isThere(leaving)) && (await isThere(kept))) await takeName(kept, leaving);
    const left = [...((await isThere(leaving)) ? [leaving] : []), ...(await halvesOf(dir, id))];
    if (left.length === 0) return !(await isThere(kept));
    this.#remove(id, left, onChanged);
    return false;
  }

  /** Removes one volume at a time; a failed removal is retried with the next report. */
  #remove(id: string, paths: string[], onChanged: () => void): void {
    if (this.#removing.has(id)) return;
    const removeAll = async () => {
      for (const path of paths) await removeTree(path);
    };
    const removing = this.#removals.take(removeAll).finally(() => this.#removing.delete(id));
    this.#removing.set(
      id,
      removing.then(onChanged, () => undefined),
    );
  }
}

/** Another node with the same mount may have been faster; any other failure is retried with the next report. */
async function takeName(kept: string, leaving: string): Promise<void> {
  try {
    await rename(kept, leaving);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT")
      log("agent", `${kept} could not be removed: ${String(error)}`);
  }
  crashPoint("volume-renamed");
}
