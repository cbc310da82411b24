import { EngineUnknown, type PlaceAsk, PlaceRefused } from "~/compute/engine";
import { submitAnswer } from "./answers";
import type { SlurmSettings } from "~/compute/slurm-settings";
import { errorWords, type SlurmAnswer } from "./slurm-rest";
import { NEVER } from "./words";

/**
 * The script of every place. Slurm shows it to the site's operators, so it contains no secret. If there are several
 * nodes, each has its own agent, and the end of one ends all. The agent is the script's own process, so Slurm's TERM
 * reaches it.
 */
const SCRIPT = `#!/bin/bash
set -eu
umask 077
if [ "$SLURM_NNODES" -gt 1 ]; then
  exec srun --ntasks-per-node=1 --kill-on-bad-exit=1 "$MILLRACE_AGENT" pilot
fi
exec "$MILLRACE_AGENT" pilot
`;

const SECONDS_PER_MINUTE = 60;
const PATH = "/usr/local/bin:/usr/bin:/bin";

/** In the form of v0.0.38. */
export interface JobRequest {
  script: string;
  job: Record<string, unknown> & {
    gres: string;
    nodes?: [number, number];
    memory_per_node?: number;
    time_limit: number;
    environment: Record<string, string>;
  };
}

/**
 * Body of a submission. It has few fields, since an unknown one makes Slurm refuse all of it. `requeue` is never sent:
 * any value turns requeueing on. @throws PlaceRefused if no word of the site is mapped to the GPU type.
 */
export function jobRequest(ask: PlaceAsk, settings: SlurmSettings): JobRequest {
  const [word] = Object.entries(settings.gpuMap).find(([, gpuType]) => gpuType === ask.gpuType) ?? [];
  if (word === undefined) throw new PlaceRefused(`no GPU of the site is mapped to ${ask.gpuType}`);
  return {
    script: SCRIPT,
    job: {
      name: ask.name,
      comment: ask.comment,
      ...whereOf(settings),
      gres: gresOf(word, ask.gpusPerNode),
      nodes: [ask.nodes, ask.nodes],
      tasks: ask.nodes,
      tasks_per_node: 1,
      cpus_per_task: ask.cpusPerNode,
      memory_per_node: ask.memMbPerNode,
      time_limit: Math.ceil(ask.maxSeconds / SECONDS_PER_MINUTE),
      // A customer's output must not go to a shared home.
      standard_output: "/dev/null",
      current_working_directory: "/tmp",
      environment: {
        PATH,
        MILLRACE_AGENT: settings.agent,
        MILLRACE_URL: ask.url,
        MILLRACE_GPU_TYPE: ask.gpuType,
        MILLRACE_RUNTIME: settings.runtime,
        MILLRACE_PLACE_TOKEN: ask.token,
      },
    },
  };
}

/** Tries what a place needs of its machine. Its output is not read, so each lack has an exit code of its own. */
const TRIAL = `#!/bin/bash
[ -x "$MILLRACE_AGENT" ] || exit 3
if [ "$MILLRACE_RUNTIME" = demo ]; then
  bwrap --unshare-user --unshare-pid --ro-bind / / true || exit 4
else
  podman info || docker info || exit 5
fi
timeout 5 bash -c "exec 3<>/dev/tcp/$MILLRACE_HOST/$MILLRACE_PORT" || exit 6
`;

/** Names the lack of a machine by the exit code of the trial. */
export function trialLack(code: number, { agent }: SlurmSettings, home: string): string {
  const lacks: Record<number, string> = {
    3: `there is no program ${agent}`,
    4: "tasks cannot be kept apart: bubblewrap is missing, or the site forbids user namespaces",
    5: "containers do not start: neither Podman nor Docker works for this user",
    6: `it does not reach Millrace at ${home}`,
  };
  return lacks[code] ?? `the trial ended with exit code ${code}`;
}

/** Body of a short job that tries one machine. `home`: address of the control plane. */
export function trialRequest(name: string, settings: SlurmSettings, home: string): JobRequest {
  const [word = ""] = Object.keys(settings.gpuMap);
  const { protocol, hostname, port } = new URL(home);
  return {
    script: TRIAL,
    job: {
      name,
      comment: "Millrace tests its connection",
      ...whereOf(settings),
      gres: gresOf(word, 1),
      time_limit: 1,
      standard_output: "/dev/null",
      current_working_directory: "/tmp",
      environment: {
        PATH,
        MILLRACE_AGENT: settings.agent,
        MILLRACE_RUNTIME: settings.runtime,
        MILLRACE_HOST: hostname.replace(/^\[|\]$/g, ""),
        MILLRACE_PORT: port || (protocol === "https:" ? "443" : "80"),
      },
    },
  };
}

/** GPUs in Slurm's form: `gpu:a5000:2`, or `gpu:2` at a site that names no types. */
function gresOf(word: string, count: number): string {
  return ["gpu", ...(word ? [word] : []), count].join(":");
}

function whereOf({ partition, account, qos }: SlurmSettings): object {
  return { partition, ...(account ? { account } : {}), ...(qos ? { qos } : {}) };
}

/**
 * Reads the answer to a submission. A job number means success, whatever the errors say, for example that the job is
 * held. @throws PlaceRefused if Slurm will never grant it; EngineUnknown.
 */
export function jobIdOf(answer: SlurmAnswer): string {
  const id = submitAnswer.safeParse(answer.content).data?.job_id ?? 0;
  if (id > 0) return String(id);
  if (answer.errors.some(({ number }) => NEVER.has(number))) throw new PlaceRefused(errorWords(answer));
  throw new EngineUnknown(errorWords(answer));
}
