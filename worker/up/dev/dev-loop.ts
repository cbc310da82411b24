import type { Child, ChildOptions } from "../child";
import type { Environment } from "../settings";
import { watchFolders } from "./changes";
import { ReloadSocket } from "./reload-socket";
import { whatToDo } from "./what-to-do";
import { errorOf, sentenceOf } from "./log-lines";

/** The log lines that mark each process as ready. */
const READY: Record<string, string> = { web: "web listens", worker: "worker ready" };
const TAILWIND = "node_modules/.bin/tailwindcss";
const STYLES = ["-i", "app/platform/styles/app.css", "-o", "app/platform/styles/build.css", "--watch=always"];

type Supervise = (
  name: string,
  args: string[],
  env: Environment,
  more: Pick<ChildOptions, "command" | "heard">,
) => Child;

/**
 * Runs `npm run dev`. Each change builds stylesheet and pages into a build separate from that of `npm start`. Then web, or
 * any other process that runs the changed file, restarts, and open pages reload.
 */
export class DevLoop {
  readonly #say: (line: string) => void;
  readonly #parts = new Map<string, Child>();
  readonly #changedMs = new Map<string, number>();
  readonly #socket = new ReloadSocket();
  #compiler: Child | null = null;
  #built = () => {};
  #unwatch = () => {};

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Environment of every process. The loop waits for lines of their logs. */
  get environment(): Environment {
    return { NODE_ENV: "development", LOG_LEVEL: "info", REMIX_DEV_ORIGIN: this.#socket.origin };
  }

  /** Starts the compiler, and waits for the first build that succeeds; errors are printed meanwhile. */
  async start(supervise: Supervise, env: Environment, signal: AbortSignal): Promise<void> {
    this.#say("Building …");
    const first = new Promise<void>((resolve, reject) => {
      this.#built = resolve;
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
    const styled = new Promise<void>((resolve) => {
      const heard = (line: string) => {
        if (line.startsWith("Done")) resolve();
        else if (/error/i.test(line)) this.#say(`styles: ${line}`);
      };
      supervise("styles", [TAILWIND, ...STYLES], env, { command: "node", heard });
    });
    await Promise.race([styled, first]);
    const heard = (line: string) => this.#readCompilerLine(line);
    const args = ["worker/up/dev/compile.mjs"];
    this.#compiler = supervise("compiler", args, env, { command: "node", heard });
    this.#unwatch = watchFolders(["app", "worker", "prisma"], (paths) => this.#take(paths));
    await first;
  }

  /** Returns the listener for the log lines of a part of the product. */
  hears(name: string): NonNullable<ChildOptions["heard"]> {
    return (line, isComplaint) => {
      if (READY[name] && sentenceOf(line) === READY[name]) return this.#ready(name);
      const text = isComplaint ? line : errorOf(line);
      if (text) this.#say(`${name}: ${text}`);
    };
  }

  add(name: string, part: Child): void {
    this.#parts.set(name, part);
  }

  close(): void {
    this.#unwatch();
    this.#socket.close();
  }

  #take(paths: string[]): void {
    const { build, compilerAgain, restart, beyond } = whatToDo(paths);
    const nowMs = performance.now();
    if (beyond.length > 0) this.#say(`${beyond.join(", ")}: used only after npm run dev is started again`);
    if (build.length > 0 || compilerAgain) {
      if (!this.#changedMs.has("web")) this.#changedMs.set("web", nowMs);
      if (compilerAgain) this.#compiler?.restart();
      else this.#compiler?.tell(JSON.stringify(build));
    }
    for (const name of restart) {
      this.#changedMs.set(name, nowMs);
      this.#parts.get(name)?.restart();
      if (!READY[name]) this.#say(`${name}: started again`);
    }
  }

  #readCompilerLine(line: string): void {
    if (line !== "built") return this.#say(line);
    this.#built();
    this.#parts.get("web")?.restart();
  }

  #ready(name: string): void {
    const changedMs = this.#changedMs.get(name);
    if (changedMs === undefined) return;
    this.#changedMs.delete(name);
    this.#say(`${name}: ready ${((performance.now() - changedMs) / 1000).toFixed(1)} s after the change`);
    if (name === "web") this.#socket.reload();
  }
}
