import { setTimeout as wait } from "node:timers/promises";
import { startPostgres, type PostgresOptions, type RunningPostgres } from "./postgres";
import { Restarts } from "./restarts";

type Options = Omit<PostgresOptions, "signal"> & { database: string; say: (line: string) => void };

/** The embedded database, started again whenever it ends, on its old port: the others wait for it and go on. */
export class KeptDatabase {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  #running: RunningPostgres | null = null;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts it, unless `signal` is aborted, and returns its address. A failed start is not retried. */
  async start(signal: AbortSignal): Promise<string> {
    const first = await startPostgres({ ...this.#options, signal });
    this.#running = first;
    this.#kept = this.#keep(first, this.#stopping.signal);
    return first.urlOf(this.#options.database);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#kept;
    await this.#running?.stop();
  }

  async #keep(first: RunningPostgres, signal: AbortSignal): Promise<void> {
    const { dir, say } = this.#options;
    const restarts = new Restarts("The database", `its data is ${dir}`, say);
    let startedMs = performance.now();
    let how = await endOf(first, signal);
    while (!signal.aborted) {
      await wait(restarts.ended(how, performance.now() - startedMs), undefined, { signal }).catch(() => {});
      startedMs = performance.now();
      how = await this.#runAgain(first.port, signal);
    }
  }

  /** Starts it again and returns how it ended, or why it did not start. */
  async #runAgain(port: number, signal: AbortSignal): Promise<string> {
    try {
      this.#running = await startPostgres({ ...this.#options, port, signal });
      return await endOf(this.#running, signal);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** Waits for its end, or for the abort. */
async function endOf({ process }: RunningPostgres, signal: AbortSignal): Promise<string> {
  if (process.exitCode !== null || process.signalCode !== null) return "at once";
  return await new Promise((resolve) => {
    process.once("exit", (code, by) => resolve(by ?? `code ${code}`));
    signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
}
