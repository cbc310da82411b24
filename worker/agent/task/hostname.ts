/** How a task's machine is called: its name, as names of machines may be. */
export function hostnameOf({ task_name }: { task_name: string }): string {
  return task_name.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
}
