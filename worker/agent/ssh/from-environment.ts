import { z } from "zod";
import { serveTask } from "./task-server";

const Given = z.object({ MILLRACE_PATHS: z.string() });
const Paths = z.object({
  ...{ conf: z.string(), run: z.string(), bin: z.string(), home: z.string() },
  log: z.string().optional(),
  image: z.boolean().optional(),
  container: z.object({ port: z.number(), environment: z.record(z.string(), z.string()) }).optional(),
});

/** Serves the task whose paths the agent gave in the environment. */
export function taskServer(): void {
  const { MILLRACE_PATHS } = Given.parse(process.env);
  serveTask(Paths.parse(JSON.parse(MILLRACE_PATHS)));
}
