import { agentEnv } from "../env";
import { ProcessTasks } from "../process/process-tasks";
import type { ProcessParts } from "../process/find-runtime";
import type { Runtime } from "../runtime";
import { prepareProgram } from "../task/program";
import { canCount } from "../task/stored";
import { unpackedProgram } from "./unpacked";

/**
 * The runtime of a pilot in a container of its own, such as a Pod: that is the task's sandbox, with the image, limits and network
 * that the engine gave it. The agent starts the task's server next to itself.
 */
export async function findInsideRuntime(): Promise<Runtime> {
  const program = unpackedProgram() ?? (await prepareProgram(agentEnv.MILLRACE_DATA_DIR));
  const parts: ProcessParts = { program, sandbox: null, groups: null, volumes: null, inside: true };
  const lacks = canCount() ? [] : ["GNU find or awk is missing in the image: what the task stores is not counted"];
  return { name: "process", lacks, volumes: null, tasksOf: (agentDir) => new ProcessTasks(agentDir, parts) };
}
