import { statfsSync } from "node:fs";
import { IMAGES_WITHOUT_ROOM_MAX } from "~/fleet/agent-messages";
import { type Condition, nodeWarning } from "../health/finding-book";

/** Additional room after which an image that did not fit is retried. */
const MORE_ROOM = 1.05;
/** Share of the room that a pull leaves: the disk is that of all tasks, and of an image nobody knows the size. */
const LEFT = 0.1;
/** Time after which it is retried, because another pull may have taken the room. */
const AGAIN_MS = 3_600_000;
const BYTES_PER_GB = 1_000_000_000;

interface Tried {
  /** Free bytes when the pull began, which were fewer than the image takes. */
  freeBytes: number;
  atMs: number;
}

/** Images that could not be pulled because the engine's disk was full. Nothing that needs one is sent here until there is room. */
export class ImagesWithoutRoom {
  readonly #storageDir: string;
  readonly #free: () => number;
  readonly #tried = new Map<string, Tried>();

  /** @param free bytes that are free there. */
  constructor(storageDir: string, free = () => freeBytes(storageDir)) {
    this.#storageDir = storageDir;
    this.#free = free;
  }

  /** Call this when a pull begins; call the returned functions while it goes on, and with its outcome. */
  try(
    name: string,
    atMs = performance.now(),
  ): { takesTooMuch: () => boolean; worked: () => void; hadNoRoom: () => void } {
    const freeBytes = this.#free();
    return {
      takesTooMuch: () => {
        try {
          return this.#free() < freeBytes * LEFT;
        } catch {
          // A disk that cannot be asked now is asked again.
          return false;
        }
      },
      worked: () => void this.#tried.delete(name),
      hadNoRoom: () => void this.#tried.set(name, { freeBytes, atMs }),
    };
  }

  /** Returns the last names, if there are more than fit in a report. */
  names(nowMs = performance.now()): string[] {
    const free = this.#tried.size === 0 ? 0 : this.#free();
    for (const [name, { freeBytes, atMs }] of this.#tried)
      if (free > freeBytes * MORE_ROOM || nowMs - atMs > AGAIN_MS) this.#tried.delete(name);
    return [...this.#tried.keys()].slice(-IMAGES_WITHOUT_ROOM_MAX).sort();
  }

  conditions(): Condition[] {
    const names = this.names();
    if (names.length === 0) return [];
    const free = `${(this.#free() / BYTES_PER_GB).toFixed(1)} GB are free in ${this.#storageDir}`;
    return [nodeWarning("image-no-room", `${free}, too few to pull ${names.join(", ")}`)];
  }
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}
