import { PLACE_PREFIX } from "./words";

const OURS = new RegExp(`"name"\\s*:\\s*"${PLACE_PREFIX}`);
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = Array.from('"\\[]{}', (sign) => sign.charCodeAt(0));
/** Depths of an answer's list, and of its elements: `{ "jobs": [ {`. */
const [LIST, ELEMENT] = [2, 3];

/**
 * Reads an answer as it arrives, and keeps only those of its `jobs` that may be Millrace's: slurmrestd lists the jobs
 * of all users, 3 KB each, and parsing them in one go would stop all other work of the process.
 */
export class JobSieve {
  /** The answer without its jobs. */
  #rest = "";
  #job = "";
  readonly #kept: string[] = [];
  #where: "rest" | "between" | "job" = "rest";
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string outside all lists: the name of the member that is being read, or its value. */
  #key = "";

  feed(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (sign === BACKSLASH) this.#escaped = true;
        else if (sign === QUOTE) this.#inString = false;
        else if (this.#depth === 1) this.#key += text[at];
      } else if (sign === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1) this.#key = "";
      } else if (sign === OPEN || sign === OPEN_LIST) {
        this.#depth += 1;
        if (this.#where === "rest" && this.#depth === LIST && sign === OPEN_LIST && this.#key === "jobs") {
          this.#rest += text.slice(from, at + 1);
          this.#where = "between";
        } else if (this.#where === "between" && this.#depth === ELEMENT) {
          from = at;
          this.#where = "job";
        }
      } else if (sign === CLOSE || sign === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#where === "job" && this.#depth === LIST) {
          this.#end(text.slice(from, at + 1));
        } else if (this.#where === "between" && this.#depth < LIST) {
          from = at;
          this.#where = "rest";
        }
      }
    }
    if (this.#where === "rest") this.#rest += text.slice(from);
    if (this.#where === "job") this.#job += text.slice(from);
  }

  #end(part: string): void {
    const job = this.#job + part;
    if (OURS.test(job)) this.#kept.push(job);
    this.#job = "";
    this.#where = "between";
  }

  /** @throws SyntaxError if it is not JSON, or incomplete. */
  end(): unknown {
    const answer: unknown = JSON.parse(this.#rest);
    if (this.#kept.length === 0) return answer;
    return { ...(answer as object), jobs: this.#kept.map((job) => JSON.parse(job) as unknown) };
  }
}
