import type { Task } from "../api/tasks";
import { isReachable } from "../api/wait-for-task";
import { onOneLine, publicKeyOf } from "./address";
import { connectionTo } from "./connection";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The host names in the user's own configuration. */
export function namesIn(configuration: string): Set<string> {
  const lines = configuration.split(/\r?\n/).map((line) => /^\s*Host(?:\s*=\s*|\s+)(.*)$/i.exec(line)?.[1] ?? "");
  return new Set(lines.flatMap((line) => line.split(/\s+/)).map((name) => name.replaceAll('"', "").toLowerCase()));
}

/** The task names that may become host names. A name with a dot could be an internet host, so it never does. */
export function bareNames(tasks: readonly Task[]): string[] {
  return tasks.map(({ task_name }) => task_name).filter((name) => NAME.test(name) && !name.includes("."));
}

/**
 * Writes a host block for each reachable task. When another host may have a task's name, the task is only available as
 * NAME.millrace; when a task of another profile has that too, as NAME.PROFILE.millrace.
 */
export function hostEntries(
  tasks: readonly Task[],
  given: { profile: string; taken: ReadonlySet<string>; folder: string; keys: readonly string[] },
): { text: string; names: string[] } {
  const { profile, taken, folder, keys } = given;
  const reachable = tasks.filter(
    (task) => isReachable(task) && NAME.test(task.task_name) && publicKeyOf(task.ssh_host_key) !== null,
  );
  const blocks = reachable.map((task) => {
    const { host, options } = connectionTo(task, { folder, keys });
    const long = longName(task.task_name, profile, taken);
    const name = isFree(task.task_name, taken) ? task.task_name : long;
    const lines = [["HostName", host] as const, ...options].map(([key, value]) => `  ${key} ${onOneLine(value)}`);
    return { name, text: [`Host ${[...new Set([name, long])].join(" ")}`, ...lines].join("\n") };
  });
  const head = "# Your running tasks, written by millrace. Do not edit: changes are overwritten.";
  return { names: blocks.map(({ name }) => name), text: [head, ...blocks.map(({ text }) => text), ""].join("\n\n") };
}

function isFree(name: string, taken: ReadonlySet<string>): boolean {
  return !name.includes(".") && name !== "localhost" && !taken.has(name.toLowerCase());
}

function longName(name: string, profile: string, taken: ReadonlySet<string>): string {
  const usual = `${name}.millrace`;
  return taken.has(usual.toLowerCase()) ? `${name}.${profile}.millrace` : usual;
}
