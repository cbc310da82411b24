import type { Runtime } from "../runtime";
import { type Confine, findGroups } from "./groups";
import { type Program, prepareProgram } from "../task/program";
import { ProcessTasks } from "./process-tasks";
import { findSandbox, type Sandbox } from "./sandbox";
import { canCount } from "../task/stored";
import type { VolumeRoot } from "../volume-root";

/** The parts of this machine that the demo runtime uses. */
export interface ProcessParts {
  program: Program;
  /** Null: bubblewrap makes none here. */
  sandbox: Sandbox | null;
  /** Null: no control groups, so limits apply to each program separately. */
  groups: Confine | null;
  /** Null: tasks have no volumes here. Only a sandbox shows a folder at the path that a task names. */
  volumes: VolumeRoot | null;
  /** True: the agent is in the task's own container, whose limits hold, and whose system and home are the task's. */
  inside?: boolean;
}

/** The demo runtime: tasks run in sandboxes of this machine's own system, each on an isolated network. */
export interface ProcessRuntime extends Runtime {
  readonly parts: ProcessParts;
}

export async function findProcessRuntime(dataDir: string, given: VolumeRoot | null): Promise<ProcessRuntime> {
  const program = await prepareProgram(dataDir);
  const sandbox = findSandbox();
  const groups = findGroups();
  const lacks = sandbox
    ? sandbox.lacks.map((lack) => `bubblewrap cannot do all it should here: ${lack}`)
    : ["bubblewrap does not work here: tasks run without a sandbox of their own"];
  if (!groups)
    lacks.push("control groups cannot be made here: limits hold for each program of a task, not for their sum");
  if (!canCount()) lacks.push("GNU find or awk is missing: the size of each file of a task is limited, not their sum");
  const volumes = sandbox && given;
  await volumes?.begin();
  const parts: ProcessParts = { program, sandbox, groups, volumes };
  // The protocol's word for it, which gets no new words (decision 0165).
  return { name: "process", lacks, volumes, parts, tasksOf: (agentDir) => new ProcessTasks(agentDir, parts) };
}
