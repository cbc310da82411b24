import { accessSync, constants } from "node:fs";
import { pathOf } from "../task/program-files";
import type { TaskFile } from "../task/folder";
import type { TaskServerPaths } from "./task-server";

/** The marks by which the agent finds all processes of a task are handed down to each. */
const MARKS = ["MILLRACE_PLACEMENT", "MILLRACE_AGENT_DIR"];
/** Variables for our own program in a container, and for no other. */
const OWN = [
  ...["MILLRACE_PATHS", "LD_LIBRARY_PATH", "LD_PRELOAD", "NODE_OPTIONS", "BUN_OPTIONS"],
  ...["BUN_RUNTIME_TRANSPILER_CACHE_PATH", ...MARKS],
];

/** The environment of the customer's programs; in a container it adds to the image's. */
export function baseEnvironment(paths: TaskServerPaths, task: TaskFile): Record<string, string> {
  const image = paths.image
    ? environmentWithout(["MILLRACE_PATHS"])
    : paths.container
      ? { ...environmentWithout(OWN), ...paths.container.environment }
      : marks();
  const path = pathOf({ bin: paths.bin, simulated: task.simulated, image: image["PATH"] });
  return {
    ...image,
    HOME: paths.home,
    USER: "root",
    LOGNAME: "root",
    SHELL: shell(),
    PATH: path,
    ...(paths.image || paths.container ? { MILLRACE_PATH: path } : {}),
    ...task.environment,
    MILLRACE_TASK: task.task_name,
    MILLRACE_TASK_GPUS: task.gpus.join(","),
    MILLRACE_RUN: paths.run,
    CUDA_VISIBLE_DEVICES: task.gpu_uuids.join(","),
  };
}

/** Returns the best existing shell. An image may have none: then only SFTP works. */
export function shell(): string {
  return ["/bin/bash", "/usr/bin/bash", "/bin/sh"].find(isProgram) ?? "/bin/sh";
}

/** Checks whether a program of that name is in one of the PATH's folders. */
export function isInPath(name: string, path = ""): boolean {
  return path.split(":").some((dir) => isProgram(`${dir}/${name}`));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function environmentWithout(names: string[]): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => !names.includes(name));
  return Object.fromEntries(given) as Record<string, string>;
}

function marks(): Record<string, string> {
  return Object.fromEntries(
    MARKS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
