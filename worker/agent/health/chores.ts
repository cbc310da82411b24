import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
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
import { OWN_FILE_MAX_BYTES, readJson, writeWhole } from "../task/folder";

const knownSchema = observedChoreSchema.extend({ kind: z.enum(CHORE_KINDS), bootId: z.string() });
type Known = z.infer<typeof knownSchema>;

/** The last output of a command may arrive after the news of its end. */
const LAST_WORDS_MS = 100;
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
 * disk first. When the agent returns after a reboot, a maintenance command has passed, but a self-test has not.
 */
export class Chores {
  readonly #file: string;
  readonly #nodeName: string;
  readonly #bootId: string;
  readonly #onEnd: () => void;
  #known: Known[];
  #busy = false;

  constructor({ dir, nodeName }: { dir: string; nodeName: string }, onEnd: () => void) {
    this.#file = join(dir, "chores.json");
    this.#nodeName = nodeName;
    this.#bootId = bootId();
    this.#onEnd = onEnd;
    const known = readJson(this.#file, z.array(knownSchema), OWN_FILE_MAX_BYTES) ?? [];
    this.#known = known.map((one) => (one.state === "running" ? this.#cutOff(one) : one));
  }

  /** Begins the first new one; the control plane lists none while anything holds the node. */
  take({ chores, maintenance }: Pick<Desired, "chores" | "maintenance">): void {
    if (chores === undefined && maintenance) return maintain(this.#nodeName);
    if (this.#busy || chores === undefined) return;
    const next = chores.find(({ id }) => id !== "" && !this.#known.some((one) => one.id === id));
    if (next && COMMANDS[next.kind].command !== "") this.#begin(next);
  }

  report(): ObservedChores {
    return {
      able: CHORE_KINDS.filter((kind) => COMMANDS[kind].command !== ""),
      known: this.#known.map(({ kind: _kind, bootId: _boot, ...one }) => one),
    };
  }

  #begin({ id, kind }: DesiredChore): void {
    const { command, limitS } = COMMANDS[kind];
    const begun = { id, kind, bootId: this.#bootId, started_ts: nowTs() };
    const running = this.#with({ ...begun, state: "running", exit_code: null, output: "", ended_ts: null });
    try {
      this.#write(running);
    } catch (error) {
      // A chore that is not recorded might run twice. It is still requested, so it is retried.
      return log(this.#nodeName, `${kind} does not begin, as that cannot be noted: ${textOf(error)}`);
    }
    this.#known = running;
    this.#busy = true;
    log(this.#nodeName, `${kind} begins`);
    void run(command, limitS, this.#nodeName).then(({ code, output }) => {
      this.#busy = false;
      const state = code === 0 ? "passed" : "failed";
      log(this.#nodeName, `${kind} ${state}${code === null ? "" : ` with code ${code}`}`);
      this.#known = this.#with({ ...begun, state, exit_code: code, output, ended_ts: nowTs() });
      ifThereIsRoom(() => this.#write(this.#known));
      // The answer to its report names the next chore.
      this.#onEnd();
    });
  }

  #cutOff(one: Known): Known {
    const rebooted = one.kind === "maintenance" && one.bootId !== this.#bootId;
    const output = rebooted ? "The machine was rebooted." : "The agent ended while this ran.";
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

/** Runs a command and all its children up to the limit, and keeps the end of the output. */
function run(command: string, limitS: number, nodeName: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let text = "";
    const child = spawn("/bin/sh", ["-c", command], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      env: taskEnvironment({ HOME: homedir(), MILLRACE_NODE_NAME: nodeName }),
    });
    const keep = (chunk: Buffer) => (text = (text + chunk.toString("latin1")).slice(-2 * CHORE_OUTPUT_MAX));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const ended = (code: number | null, last = "") => {
      clearTimeout(timer);
      resolve({ code, output: ascii(`${text}${last}`) });
    };
    const timer = setTimeout(() => {
      if (child.pid) endGroup(child.pid);
      ended(null, `\nEnded after ${limitS} s.`);
    }, limitS * 1000);
    child.on("error", (error) => ended(null, String(error)));
    // Not its "close": background processes of the command may keep the pipes open.
    child.on("exit", (code) => setTimeout(() => ended(code), LAST_WORDS_MS));
  });
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
