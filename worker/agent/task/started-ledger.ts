import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The placements this node ever started, on disk before the start happens (4.1): one that is in here
 * and does not run is never started again, whatever the reason, a reboot included.
 */
export class StartedLedger {
  readonly #file: string;
  readonly #started: Set<string>;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    this.#started = new Set(lines.filter((line) => line !== ""));
  }

  has(placementId: string): boolean {
    return this.#started.has(placementId);
  }

  /** Returns only when the entry would survive a power cut. */
  add(placementId: string): void {
    const file = openSync(this.#file, "a", 0o600);
    try {
      // It begins a line of its own, also behind one that a full disk or a power cut has left unfinished.
      const line = `\n${placementId}\n`;
      if (writeSync(file, line) < line.length) throw new Error("the disk is full: the start could not be noted");
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#started.add(placementId);
  }
}
