import { join } from "node:path";
import { readJson, taskFileSchema } from "../task/folder";
import { GPU_LOAD_FILE, gpuLoadSchema } from "./load-file";
import { listGpus, NOTE, queryGpus, SmiMistake, table, type SmiGpu } from "./smi-output";

const HELP = `nvidia-smi [-L] [-i GPU,…] [--query-gpu=FIELD,… --format=csv[,noheader][,nounits]]
${NOTE}
`;

/** The program of that name in a task whose GPUs are simulated; first comes the task's folder `conf`. */
export function nvidiaSmi([conf = "", ...args]: string[]): void {
  try {
    process.stdout.write(answer(args, readGpus(conf)));
  } catch (error) {
    if (!(error instanceof SmiMistake)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** Prints the answer for these arguments. @throws SmiMistake */
export function answer(args: string[], gpus: SmiGpu[]): string {
  let [chosen, list, fields, format] = [gpus, false, "", ""];
  const rest = args.flatMap((one) => (/^--[a-z-]+=/.test(one) ? split(one) : [one]));
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "-L" || name === "--list-gpus") list = true;
    else if (name === "-i" || name === "--id") chosen = choose(gpus, rest.shift() ?? "");
    else if (name === "--query-gpu") fields = rest.shift() ?? "";
    else if (name === "--query-compute-apps") {
      // No program uses memory of a GPU that does not exist.
      [chosen, fields] = [[], rest.shift() ?? ""];
    } else if (name === "--format") format = rest.shift() ?? "";
    else if (name === "-h" || name === "--help") return HELP;
    else throw new SmiMistake(`Invalid combination of input arguments: ${name}. ${NOTE}`);
  }
  if (list) return listGpus(chosen);
  if (fields !== "") return queryGpus(chosen, fields, format);
  return table(chosen, new Date());
}

function split(option: string): string[] {
  const at = option.indexOf("=");
  return [option.slice(0, at), option.slice(at + 1)];
}

function choose(gpus: SmiGpu[], wanted: string): SmiGpu[] {
  return wanted.split(",").map((one) => {
    const found = gpus.find((gpu) => String(gpu.index) === one || gpu.uuid === one);
    if (!found) throw new SmiMistake(`No devices were found: ${one} is none of this task's GPUs.`);
    return found;
  });
}

function readGpus(conf: string): SmiGpu[] {
  const task = readJson(join(conf, "task.json"), taskFileSchema);
  const load = readJson(join(conf, GPU_LOAD_FILE), gpuLoadSchema);
  const model = task?.gpu_model;
  if (!task || !model) throw new SmiMistake("No devices were found.");
  return task.gpu_uuids.map((uuid, index) => ({
    index,
    uuid,
    name: model.name,
    memoryTotalMb: model.memoryMb,
    busyPct: Math.round(load?.busy[index] ?? 0),
    memoryUsedMb: load?.memMb[index] ?? 0,
  }));
}
