import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const IpAddress = z.union([z.ipv4(), z.ipv6()]);

const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(",").map((item) => item.trim().toLowerCase()));

const Env = z.object({
  /** Origin of web, for enrolment. */
  MILLRACE_URL: z.url().default("http://127.0.0.1:3000"),
  /** Origin of the worker's Socket.IO. */
  MILLRACE_LIVE_URL: z.url().optional(),
  MILLRACE_ENROLMENT_TOKEN: z.string().optional(),
  MILLRACE_DATA_DIR: z.string().default(join(homedir(), ".millrace-agent")),
  MILLRACE_NODE_NAME: z.string().default(hostname().toLowerCase()),
  MILLRACE_NODE_TYPE: z.string().default("gpu8"),
  MILLRACE_GPU_TYPE: z.string().default(""),
  MILLRACE_IP_INTERNAL: IpAddress.default("127.0.0.1"),
  MILLRACE_IP_PUBLIC: IpAddress.optional(),
  /** Address on which the tasks' SSH servers listen. */
  MILLRACE_BIND: IpAddress.default("127.0.0.1"),
  MILLRACE_SSH_PORTS: z
    .string()
    .regex(/^\d+-\d+$/)
    .default("22000-22999"),
  /** `auto` is `process` for demo nodes; a machine with real GPUs must be told which. */
  MILLRACE_RUNTIME: z
    .enum(["auto", "process"], { error: "auto or process; the runtime container is not built yet" })
    .default("auto"),
  /** Names that programs which mine coins begin with, and ports of their pools; see the task option block-mining. */
  MILLRACE_MINERS: list(
    "xmrig,ethminer,t-rex,nbminer,phoenixminer,lolminer,gminer,teamredminer,cgminer,bfgminer,minerd,cpuminer,srbminer",
  ),
  MILLRACE_STRATUM_PORTS: list("3333,4444,5555,7777,9999,14444,45700"),
  /** List of demo nodes that this one process stands for. */
  MILLRACE_DEMO_NODES: z.string().optional(),
  MILLRACE_MAINTENANCE_COMMAND: z.string().default(""),
  /** Tests only: the process kills itself at the point of that name. */
  MILLRACE_CRASH_AT: z.string().default(""),
});

type AgentEnv = z.infer<typeof Env>;

/** The agent's configuration. This is the only place in it that reads the environment. */
export const agentEnv: AgentEnv = readEnv(process.env);

/** The environment that a task's processes start from, and those that look after it: nothing of the agent's own. */
export function taskEnvironment(marks: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_ENV: "production", PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8", ...marks };
}

function readEnv(given: Record<string, string | undefined>): AgentEnv {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const answer = Env.safeParse(present);
  if (answer.success) return answer.data;
  console.error(`The agent's configuration is not usable:\n${z.prettifyError(answer.error)}`);
  process.exit(1);
}
