const TASK_NAME_PREFIX = "myexperiment00-seed0-";

/**
 * The name that a new reservation is offered: the prefix and the UTC day as DDMMYYYY (9.1), followed by a number if
 * unfinished tasks have the earlier names.
 */
export function defaultTaskName(now: Date, taken: ReadonlySet<string> = new Set()): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split("-");
  const name = `${TASK_NAME_PREFIX}${day}${month}${year}`;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
