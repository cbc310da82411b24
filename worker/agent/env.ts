import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { parseSettings, refuseQuotes, trimmedEnvironment } from "~/platform/given-environment";
import { portRange } from "~/platform/port-range";
import { type Place, takePlace } from "./pilot/take-place";

const IpAddress = z.union([z.ipv4(), z.ipv6()]);

const list = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text) => text.split(",").map((item) => item.trim().toLowerCase()));

const codes = z
  .string()
  .regex(/^[\d, ]*$/, { error: "numbers with commas between them" })
  .transform((text) => text.split(",").flatMap((one) => (one.trim() === "" ? [] : Number(one))))
  .optional();
const whole = (standard: number) => z.coerce.number().int().positive().default(standard);

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
  MILLRACE_SSH_PORTS: portRange.default({ first: 22_000, last: 22_999 }),
  /**
   * `auto` is `demo` for demo nodes, and `container` on a machine with real GPUs; `process` is the former name of `demo`.
   * `inside` is for pilots in a container of their own.
   */
  MILLRACE_RUNTIME: z.enum(["auto", "demo", "process", "container", "inside"]).default("auto"),
  /** Socket of Podman or Docker; the first of the usual ones if it is not set. */
  MILLRACE_ENGINE_SOCKET: z.string().optional(),
  /** Folder of the tasks' volumes; without it the node keeps none. */
  MILLRACE_VOLUMES_DIR: z.string().startsWith("/").optional(),
  /** `shared`: every node of the cluster has that folder, as a mount; `local`: it is this node's own. */
  MILLRACE_VOLUMES_REACH: z.enum(["shared", "local"]).default("local"),
  /** GB for all volumes there together; the size of its file system by default. */
  MILLRACE_VOLUMES_GB: z.coerce.number().int().min(1).optional(),
  /** Networks of containers are cut from it. */
  MILLRACE_TASK_NETWORKS: z
    .cidrv4()
    .refine((network) => Number(network.split("/")[1]) <= 20, "at least a /20, such as 10.213.0.0/16")
    .default("10.213.0.0/16"),
  /** Networks that tasks in containers may not reach, in addition to the machine, its metadata and each other. */
  MILLRACE_BLOCKED_NETWORKS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.ipv4()]))),
  /** Users of a container are 65536 users of the machine from here on; 0: they are the machine's own. */
  MILLRACE_FIRST_UID: z.coerce.number().int().min(0).max(4_000_000_000).default(1_879_048_192),
  /** MB of memory that no task gets, for the system, the engine and the agent; by the size of the machine if it is not set. */
  MILLRACE_RESERVED_MEMORY_MB: z.coerce.number().int().min(0).optional(),
  /** Prefixes of the names of mining programs, and ports of their pools; see the task option block-mining. */
  MILLRACE_MINERS: list(
    "xmrig,ethminer,t-rex,nbminer,phoenixminer,lolminer,gminer,teamredminer,cgminer,bfgminer,minerd,cpuminer,srbminer",
  ),
  MILLRACE_STRATUM_PORTS: list("3333,4444,5555,7777,9999,14444,45700"),
  /** List of demo nodes that this one process stands for. */
  MILLRACE_DEMO_NODES: z.string().optional(),
  MILLRACE_MAINTENANCE_COMMAND: z.string().default(""),
  MILLRACE_MAINTENANCE_SECONDS: whole(14_400),
  /**
   * Command to run after maintenance, after a critical finding or at an operator's request; the node returns to service
   * once it exits with 0.
   */
  MILLRACE_SELF_TEST_COMMAND: z.string().default(""),
  MILLRACE_SELF_TEST_SECONDS: whole(900),
  /** Xid codes by the action they need; unset: those of health/xid-families.ts. */
  MILLRACE_XIDS_REBOOT: codes,
  MILLRACE_XIDS_INSPECT: codes,
  MILLRACE_XIDS_WATCH: codes,
  MILLRACE_XIDS_CUSTOMER: codes,
  MILLRACE_XID_REPEAT: whole(3),
  /** Seconds for which an event of the kernel log, and an ended condition, is still reported. */
  MILLRACE_EVENT_CLEAR_SECONDS: whole(86_400),
  MILLRACE_CONDITION_CLEAR_SECONDS: whole(600),
  /** Number of GPUs and InfiniBand ports that the machine should have; unset: the highest number seen. */
  MILLRACE_GPUS: z.coerce.number().int().min(1).max(16).optional(),
  MILLRACE_IB_PORTS: z.coerce.number().int().min(0).optional(),
  /** Collector of OpenTelemetry, by HTTP; its packages read the other standard variables themselves (decision 0597). */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Tests only: the process kills itself at the point of that name. */
  MILLRACE_CRASH_AT: z.string().default(""),
});

type AgentEnv = z.infer<typeof Env>;

/**
 * The place of the engine that started this agent; null: it is on an ordinary node. Its folder is one of the settings.
 */
export const place: Place | null = process.argv.includes("pilot") ? takePlace(process.env) : null;

/** The agent's configuration. This is the only place in it that reads the environment. */
export const agentEnv: AgentEnv = readEnv(process.env);

/** The environment for a task's processes and for those that look after it: nothing of the agent's own. */
export function taskEnvironment(marks: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_ENV: "production", PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8", ...marks };
}

/**
 * The environment of the machine's own tools, and of a task in the agent's own container: its image's variables, without
 * the agent's and Kubernetes'.
 */
export function imageEnvironment(marks: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(MILLRACE|KUBERNETES)_/.test(name));
  return { ...Object.fromEntries(kept), ...marks } as NodeJS.ProcessEnv;
}

function readEnv(given: Record<string, string | undefined>): AgentEnv {
  const present = trimmedEnvironment(given);
  try {
    const read = parseSettings(Env, present);
    // A command may begin and end with quotes of its own.
    refuseQuotes(
      present,
      Object.keys(Env.shape).filter((name) => !name.endsWith("_COMMAND")),
    );
    return read;
  } catch (error) {
    console.error(
      `The agent's configuration is not usable:\n${error instanceof Error ? error.message : String(error)}`,
    );
    process.exit(1);
  }
}
