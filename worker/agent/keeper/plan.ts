import { z } from "zod";

/** The agent's instructions for a task's keeper, in a file that the task does not see. */
export const planSchema = z.object({
  /** Command line of the sandbox with the task's server in it. */
  argv: z.array(z.string()).min(1),
  /** bubblewrap's own arguments: on its command line the task would read the machine's paths. */
  sandbox: z.array(z.string()),
  cwd: z.string(),
  bind: z.string(),
  ports: z.array(z.number()).min(1),
  runDir: z.string(),
  /** Path of the file written when customers can log in; see `readyFileSchema`. */
  readyFile: z.string(),
  /** bubblewrap's own report on the sandbox. */
  statusFile: z.string(),
  /** Control groups to remove after the task. */
  groups: z.array(z.string()),
});
export type Plan = z.infer<typeof planSchema>;

/** Handles under which the sandbox gets its arguments and reports its status. */
export const STATUS_FD = 3;
export const ARGUMENTS_FD = 4;
