import type { Plan } from "../keeper/plan";
import { findUplink } from "../keeper/uplink";
import { type Confine, findGroups } from "./groups";
import { type Program, prepareProgram } from "./program";
import { findSandbox, type Sandbox } from "./sandbox";
import { canCount } from "./stored";

/** What the runtime `process` has on this machine. */
export interface Runtime {
  program: Program;
  /** Null: bubblewrap makes none here. */
  sandbox: Sandbox | null;
  /** Null: no control groups, so limits hold for each program by itself. */
  groups: Confine | null;
  uplink: Plan["uplink"];
  /** What it lacks, a line each. */
  lacks: string[];
}

export async function findRuntime(dataDir: string): Promise<Runtime> {
  const program = await prepareProgram(dataDir);
  const sandbox = findSandbox();
  const groups = findGroups();
  const uplink = sandbox?.ownNetwork ? findUplink() : "none";
  const lacks = sandbox
    ? sandbox.lacks.map((lack) => `bubblewrap cannot do all it should here: ${lack}`)
    : ["bubblewrap does not work here: tasks run without a sandbox of their own"];
  if (sandbox?.ownNetwork && uplink === "none")
    lacks.push("slirp4netns is missing or may not work here: tasks have no network but their own loopback");
  if (!groups)
    lacks.push("control groups cannot be made here: limits hold for each program of a task, not for their sum");
  if (!canCount()) lacks.push("GNU find or awk is missing: the size of each file of a task is limited, not their sum");
  return { program, sandbox, groups, uplink, lacks };
}
