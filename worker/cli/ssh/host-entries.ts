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

/** The long names that the tasks may get; a number follows the profile's name if another task has one of these. */
export function longNames(tasks: readonly Task[], profile: string): string[][] {
  const named = tasks.filter(({ task_name }) => NAME.test(task_name));
  return named.map(({ task_name }) => [usualName(task_name), longName(task_name, profile, 1)]);
}

/**
 * Writes a host block for each reachable task. When another host may have a task's name, the task is only available as
 * NAME.millrace; when that means another host too, as NAME.PROFILE.millrace.
 */
export function hostEntries(
  tasks: readonly Task[],
  given: { profile: string; taken: ReadonlySet<string>; folder: string; keys: readonly string[] },
): { text: string; names: string[] } {
  const { profile, taken, folder, keys } = given;
  const reachable = tasks.filter(
    (task) => isReachable(task) && NAME.test(task.task_name) && publicKeyOf(task.ssh_host_key) !== null,
  );
  const used = new Set([...taken, ...reachable.map(({ task_name }) => usualName(task_name).toLowerCase())]);
  const blocks = reachable.map((task) => {
    const { host, options } = connectionTo(task, { folder, keys });
    const long = chooseLong(task.task_name, { profile, taken, used });
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

function chooseLong(
  name: string,
  { profile, taken, used }: { profile: string; taken: ReadonlySet<string>; used: Set<string> },
): string {
  if (!taken.has(usualName(name).toLowerCase())) return usualName(name);
  let number = 1;
  while (used.has(longName(name, profile, number).toLowerCase())) number += 1;
  used.add(longName(name, profile, number).toLowerCase());
  return longName(name, profile, number);
}

function usualName(name: string): string {
  return `${name}.millrace`;
}

function longName(name: string, profile: string, number: number): string {
  return usualName(`${name}.${profile}${number === 1 ? "" : `.${number}`}`);
}
