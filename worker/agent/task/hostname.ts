/** Host name of a task: its name, reduced to valid characters. */
export function hostnameOf({ task_name }: { task_name: string }): string {
  return task_name.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
}
