import { spawn } from "node:child_process";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import {
  CHORE_KINDS,
  CHORE_OUTPUT_MAX,
  type ChoreKind,
  type DesiredChore,
  type ObservedChores,
  observedChoreSchema,
} from "~/fleet/agent-chores";
import type { Desired } from "~/fleet/agent-messages";
import { agentEnv, taskEnvironment } from "../env";
import { ifThereIsRoom } from "../if-there-is-room";
import { log, textOf } from "../log";
import { maintain } from "../maintenance";
import { bootId } from "../probes/sysinfo";
import { startTimeOf } from "../process-identity";
import { OWN_FILE_MAX_BYTES, readJson, readSmallFile, writeWhole } from "../task/folder";

const knownSchema = observedChoreSchema.extend({
  kind: z.enum(CHORE_KINDS),
  bootId: z.string(),
  /** Its process, which outlives an agent that it restarts. */
  pid: z.number().optional(),
  startTime: z.string().optional(),
});
type Known = z.infer<typeof knownSchema>;

const LOOK_MS = 100;
/** Size from which the file of a command's output begins again. */
const LOG_MAX_BYTES = 1_048_576;
/** Runs the command, and keeps its exit code for the agent that is there then. */
const KEEPS_CODE = '/bin/sh -c "$1"; code=$?; echo $code > "$2"; exit $code';
/** Chores that are remembered; at most a few are desired at once. */
const KNOWN_MAX = 10;

const COMMANDS: Record<ChoreKind, { command: string; limitS: number }> = {
  maintenance: {
    command: agentEnv.MILLRACE_MAINTENANCE_COMMAND,
    limitS: agentEnv.MILLRACE_MAINTENANCE_SECONDS,
  },
  "self-test": { command: agentEnv.MILLRACE_SELF_TEST_COMMAND, limitS: agentEnv.MILLRACE_SELF_TEST_SECONDS },
};

/**
 * Runs the operator's commands for this node, one after the other, each once (4.1). The start of each is recorded on
 * disk first. A command that restarts the agent goes on, and the next agent waits for it. When the agent returns after a
 * reboot, a maintenance command has passed, but a self-test has not.
 */
export class Chores {
  readonly #file: string;
  /** Its output, and its exit code. */
  readonly #log: string;
  readonly #code: string;
  readonly #nodeName: string;
  readonly #bootId: string;
  readonly #onEnd: () => void;
  /** Chores that were ended because they are no longer wanted. */
  readonly #unwanted = new Set<string>();
  #known: Known[];
  #busy = false;

  constructor({ dir, nodeName }: { dir: string; nodeName: string }, onEnd: () => void) {
    this.#file = join(dir, "chores.json");
    [this.#log, this.#code] = [join(dir, "chore.log"), join(dir, "chore.code")];
    this.#nodeName = nodeName;
    this.#bootId = bootId();
    this.#onEnd = onEnd;
    const known = readJson(this.#file, z.array(knownSchema), OWN_FILE_MAX_BYTES) ?? [];
    this.#known = known;
    for (const one of known) if (one.state === "running") this.#follow(one);
  }

  /**
   * Begins the first new one; the control plane lists none while anything holds the node. Ends a self-test that is no
   * longer listed, since tasks may follow; maintenance is never cut off.
   */
  take({ chores, maintenance }: Pick<Desired, "chores" | "maintenance">): void {
    if (chores === undefined && maintenance) return maintain(this.#nodeName);
    const open = this.#known.find(({ state, kind }) => state === "running" && kind === "self-test");
    if (open?.pid && isAlive(open) && chores?.every(({ id }) => id !== open.id)) {
      endGroup(open.pid);
      this.#unwanted.add(open.id);
    }
    if (this.#busy || chores === undefined) return;
    const next = chores.find(({ id }) => id !== "" && !this.#known.some((one) => one.id === id));
    if (next && COMMANDS[next.kind].command !== "") this.#begin(next);
  }

  report(): ObservedChores {
    return {
      able: CHORE_KINDS.filter((kind) => COMMANDS[kind].command !== ""),
      known: this.#known.map(({ kind: _kind, bootId: _boot, pid: _pid, startTime: _start, ...one }) => one),
    };
  }

  #begin({ id, kind }: DesiredChore): void {
    const none = { exit_code: null, output: "", ended_ts: null };
    const begun: Known = { id, kind, bootId: this.#bootId, started_ts: nowTs(), state: "running", ...none };
    const running = this.#with(begun);
    try {
      this.#write(running);
      for (const file of [this.#log, this.#code]) rmSync(file, { force: true });
      writeFileSync(this.#log, "", { mode: 0o600 });
    } catch (error) {
      // A chore that is not recorded might run twice. It is still requested, so it is retried.
      return log(this.#nodeName, `${kind} does not begin, as that cannot be noted: ${textOf(error)}`);
    }
    this.#known = running;
    log(this.#nodeName, `${kind} begins`);
    const pid = run(COMMANDS[kind].command, { log: this.#log, code: this.#code, nodeName: this.#nodeName });
    const one = { ...begun, pid, startTime: (pid && startTimeOf(pid)) || undefined };
    this.#known = this.#with(one);
    ifThereIsRoom(() => this.#write(this.#known));
    this.#follow(one);
  }

  /** Waits for the end of a command, which this agent or the one before began. */
  #follow(one: Known): void {
    if (one.bootId !== this.#bootId) return this.#end(one, this.#cutOff(one));
    this.#busy = true;
    const { limitS } = COMMANDS[one.kind];
    const leftS = Math.min(limitS, Math.max(0, limitS - (nowTs() - one.started_ts)));
    const untilMs = performance.now() + leftS * 1000;
    const hasEnded = () => {
      const isLate = isAlive(one) && performance.now() > untilMs;
      if (isLate && one.pid) endGroup(one.pid);
      else if (isAlive(one)) {
        keepShort(this.#log);
        return false;
      }
      this.#end(one, isLate ? this.#result(one, null, `\nEnded after ${limitS} s.`) : this.#resultOf(one));
      return true;
    };
    if (hasEnded()) return;
    const timer = setInterval(() => {
      if (hasEnded()) clearInterval(timer);
    }, LOOK_MS).unref();
  }

  #resultOf(one: Known): Known {
    const code = readSmallFile(this.#code);
    return code !== null && /^\d+\n$/.test(code) ? this.#result(one, Number(code)) : this.#cutOff(one);
  }

  #result(one: Known, code: number | null, last = ""): Known {
    const output = ascii(`${tailOf(this.#log)}${last}`);
    return { ...one, state: code === 0 ? "passed" : "failed", exit_code: code, output, ended_ts: nowTs() };
  }

  #end(one: Known, ended: Known): void {
    this.#busy = false;
    const { kind, state, exit_code: code } = ended;
    log(this.#nodeName, `${kind} ${state}${code === null ? "" : ` with code ${code}`}`);
    this.#known = this.#known.map((known) => (known.id === one.id ? ended : known));
    ifThereIsRoom(() => this.#write(this.#known));
    // The answer to its report names the next chore.
    this.#onEnd();
  }

  #cutOff(one: Known): Known {
    const rebooted = one.kind === "maintenance" && one.bootId !== this.#bootId;
    const ended = this.#unwanted.delete(one.id) ? "It was no longer wanted." : "The agent ended while this ran.";
    const output = rebooted ? "The machine was rebooted." : ended;
    return { ...one, state: rebooted ? "passed" : "failed", exit_code: null, output, ended_ts: nowTs() };
  }

  #with(chore: Known): Known[] {
    return [...this.#known.filter(({ id }) => id !== chore.id), chore].slice(-KNOWN_MAX);
  }

  #write(known: Known[]): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    writeWhole(this.#file, JSON.stringify(known));
  }
}

/**
 * Begins a command. Its output goes to a file, because a pipe would end the command with the agent that reads it.
 * @returns its process; undefined if it did not begin.
 */
function run(command: string, of: { log: string; code: string; nodeName: string }): number | undefined {
  const output = openSync(of.log, "a", 0o600);
  try {
    const child = spawn("/bin/sh", ["-c", KEEPS_CODE, "sh", command, of.code], {
      stdio: ["ignore", output, output],
      detached: true,
      env: taskEnvironment({ HOME: homedir(), MILLRACE_NODE_NAME: of.nodeName }),
    });
    child.on("error", (error) => log(of.nodeName, textOf(error)));
    child.unref();
    return child.pid;
  } finally {
    closeSync(output);
  }
}

function isAlive({ pid, startTime }: Known): boolean {
  return pid !== undefined && startTime !== undefined && startTimeOf(pid) === startTime;
}

/** Keeps a command that writes without end from filling the disk. */
function keepShort(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_MAX_BYTES) truncateSync(file);
}

/** The end of a file; nothing if it cannot be read. */
function tailOf(file: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(file, "r");
    const { size } = fstatSync(handle);
    const tail = Buffer.alloc(Math.min(size, 2 * CHORE_OUTPUT_MAX));
    return tail.toString("latin1", 0, readSync(handle, tail, 0, tail.length, size - tail.length));
  } catch {
    return "";
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The command ended in between.
  }
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e\n\t]/g, "").slice(-CHORE_OUTPUT_MAX);
}

const nowTs = () => Math.floor(Date.now() / 1000);
