import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The placements that this node ever started, on disk before the start (4.1). A listed one that does not run is never
 * started again, for any reason, including a reboot. Two agents may share the file for a moment, until one learns of
 * the takeover: entries of either count for both.
 */
export class StartedLedger {
  readonly #file: string;
  #noted: string[] = [];
  #started = new Set<string>();
  #bytes = 0;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#read();
  }

  has(placementId: string): boolean {
    this.#read();
    return this.#started.has(placementId);
  }

  /** Returns once the entry would survive a power cut. @throws Error if another agent has recorded the same start. */
  add(placementId: string): void {
    const known = this.#started.has(placementId);
    const file = openSync(this.#file, "a", 0o600);
    try {
      // Starts on a new line, even after one that a full disk or a power cut left unfinished.
      const line = `\n${placementId}\n`;
      if (writeSync(file, line) < line.length) throw new Error("the disk is full: the start could not be noted");
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#read();
    if (!known && this.#noted.filter((id) => id === placementId).length > 1)
      throw new Error("another agent of this machine began to start it");
  }

  /** Reads the file if it has changed. */
  #read(): void {
    const bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#noted = readFileSync(this.#file, "utf8").split("\n");
    this.#started = new Set(this.#noted.filter((line) => line !== ""));
  }
}
