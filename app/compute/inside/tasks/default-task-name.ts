const TASK_NAME_PREFIX = "myexperiment00-seed0-";

/** The name a new reservation is offered: the prefix and the UTC day as DDMMYYYY (9.1). */
export function defaultTaskName(now: Date): string {
  const [year, month, day] = now.toISOString().slice(0, 10).split("-");
  return `${TASK_NAME_PREFIX}${day}${month}${year}`;
}
