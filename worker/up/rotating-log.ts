import { appendFileSync, renameSync, rmSync, statSync } from "node:fs";

export interface LogLimits {
  /** The limit of one file, in bytes. */
  fileBytes: number;
  /** Number of files of one log: `x.log` and the older ones, of which `x.log.1` is the newest. */
  files: number;
}

/**
 * A log of limited size. Only this process writes it, synchronously, so that no byte falls between two files; a full
 * disk costs only lines of the log.
 */
export class RotatingLog {
  readonly file: string;
  readonly #limits: LogLimits;
  #bytes: number;

  constructor(file: string, limits: LogLimits) {
    this.file = file;
    this.#limits = limits;
    this.#bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }

  write(chunk: Buffer): void {
    try {
      if (this.#bytes > 0 && this.#bytes + chunk.length > this.#limits.fileBytes) this.#rotate();
      appendFileSync(this.file, chunk, { mode: 0o600 });
      this.#bytes += chunk.length;
    } catch {
      // There is no place left to log it.
    }
  }

  #rotate(): void {
    const older = (age: number) => (age === 0 ? this.file : `${this.file}.${age}`);
    rmSync(older(this.#limits.files - 1), { force: true });
    for (let age = this.#limits.files - 2; age >= 0; age -= 1) {
      if (statSync(older(age), { throwIfNoEntry: false })) renameSync(older(age), older(age + 1));
    }
    this.#bytes = 0;
  }
}
