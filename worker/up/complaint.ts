import { once } from "node:events";
import type { Readable } from "node:stream";

const KEPT_CHARACTERS = 2_000;
/** Time for last output; another process may hold the same pipe for as long as it likes. */
const LAST_WORDS_MS = 200;

/** Reads a program's standard error: one line is a refusal in words, more are a trace, which belongs in the log. */
export class Complaint {
  readonly #ended: Promise<unknown>;
  #text = "";

  constructor(output: Readable | null) {
    output?.on("data", (chunk: Buffer) => (this.#text = (this.#text + chunk.toString()).slice(0, KEPT_CHARACTERS)));
    this.#ended = output ? once(output, "end").catch(() => {}) : Promise.resolve();
  }

  /** Why the program ended, once it has; empty if it gave no reason. */
  async reason(): Promise<string> {
    await Promise.race([this.#ended, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
    const line = this.#text.trim();
    return line.includes("\n") ? "" : line;
  }
}
