import { z } from "zod";
import type { EngineNode, EnginePlace } from "~/compute/engine";
import type { SlurmSettings } from "~/compute/slurm-settings";
import { gpusOf, reasonOf, stateOf, whyNoJobs } from "./words";

// The parts of v0.0.38 answers that Millrace uses, and no others. Other versions are read into this form (families.ts).

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** 0 and null: not yet, or never. */
const seconds = z
  .number()
  .nullish()
  .transform((value) => (value && value > 0 ? value : null));

export const job = z.object({
  job_id: z.int(),
  name: text,
  user_name: text,
  job_state: z.string(),
  state_reason: text,
  state_description: text,
  submit_time: z.number(),
  start_time: seconds,
  end_time: seconds,
  /** Empty: it never ran. */
  nodes: text,
  requeue: z.boolean().nullish(),
  /** As wait(2) has it. */
  exit_code: z.number().nullish(),
  gres_detail: z.array(z.string()).default([]),
  job_resources: z.object({ allocated_nodes: z.array(z.object({ nodename: z.string() })).default([]) }).nullish(),
});
export type SlurmJob = z.infer<typeof job>;

export const submitAnswer = z.object({ job_id: z.int().nullish() });

export const pastJob = z.object({
  job_id: z.int(),
  name: text,
  kill_request_user: z.string().nullish(),
  /** `None assigned`: it never ran. */
  nodes: text,
  state: z.object({ current: z.string(), reason: text }),
  time: z.object({ submission: z.number(), start: seconds, end: seconds, elapsed: z.number() }),
});
export type PastJob = z.infer<typeof pastJob>;

export const node = z.object({
  name: z.string(),
  state: z.string(),
  state_flags: z.array(z.string()),
  reason: text,
  gres: text,
  gres_used: text,
  partitions: z.array(z.string()).default([]),
});
export type SlurmNode = z.infer<typeof node>;

export const statistics = z.object({ req_time: z.number(), jobs_pending: z.number(), jobs_running: z.number() });

const partition = z.object({
  name: z.string(),
  state: text,
  /** Null: this version does not report it. */
  preemption_mode: z.array(z.string()).nullable().default([]),
  /** Minutes; -1 and null: without limit. */
  max_time_limit: z.number().nullish(),
});

export const legacyAnswers = {
  jobs: z.object({ jobs: z.array(job) }),
  past: z.object({ jobs: z.array(pastJob) }),
  nodes: z.object({ nodes: z.array(node) }),
  diag: z.object({ statistics }),
  partitions: z.object({ partitions: z.array(partition) }),
};

type Contents = { [Kind in keyof typeof legacyAnswers]: z.infer<(typeof legacyAnswers)[Kind]> };
/** Readers of one family's answers. */
export type Answers = { [Kind in keyof Contents]: z.ZodType<Contents[Kind]> };

/** Null: Slurm reports a state that we do not know. */
export function placeOf(one: SlurmJob): EnginePlace | null {
  const state = stateOf(one.job_state);
  if (!state) return null;
  const waits = state.state === "waiting";
  return {
    ...state,
    ref: { name: one.name, externalId: String(one.job_id), submittedTs: one.submit_time },
    reason: reasonOf(one.state_reason, one.state_description),
    // One field contains the forecast, then the start, and for a job that was cancelled before its start the end.
    startsAboutTs: waits ? one.start_time : null,
    startedTs: waits || one.nodes === "" ? null : one.start_time,
    endedTs: state.end ? one.end_time : null,
    by: null,
    members: membersOf(one),
  };
}

/**
 * Nodes and their GPUs are two lists in the same order. A job whose node was lost has only its nodes, and later
 * nothing.
 */
function membersOf(one: SlurmJob): EnginePlace["members"] {
  const nodes = one.job_resources?.allocated_nodes ?? [];
  return nodes.map(({ nodename }, index) => {
    return { node: nodename, gpus: gpusOf(one.gres_detail[index] ?? "").flatMap(({ ids }) => ids) };
  });
}

const NEVER_RAN = /^(None assigned)?$/;

/** Null: accounting does not know its end. A job that a killed controller forgot stays `RUNNING` there for ever. */
export function pastPlaceOf(one: PastJob): EnginePlace | null {
  const state = stateOf(one.state.current);
  if (!state?.end || one.time.end === null) return null;
  return {
    ...state,
    ref: { name: one.name, externalId: String(one.job_id), submittedTs: one.time.submission },
    reason: reasonOf(one.state.reason, ""),
    startsAboutTs: null,
    startedTs: NEVER_RAN.test(one.nodes) ? null : one.time.start,
    endedTs: one.time.end,
    by: one.kill_request_user || null,
    // Accounting has no GPU ids.
    members: [],
  };
}

/** Runs of one job in accounting: Slurm keeps one for each time that the site started it. */
export function spentOf(runs: readonly PastJob[]): { seconds: number; isOpen: boolean } {
  const ran = runs.filter(({ nodes }) => !NEVER_RAN.test(nodes));
  return {
    seconds: ran.reduce((sum, { time }) => sum + time.elapsed, 0),
    isOpen: ran.some(({ time, state }) => time.end === null && stateOf(state.current)?.state !== "waiting"),
  };
}

export function nodeOf(one: SlurmNode, { gpuMap }: SlurmSettings): EngineNode {
  const all = gpusOf(one.gres);
  const gpu = all.find(({ word }) => Object.hasOwn(gpuMap, word)) ?? all[0];
  const used = gpusOf(one.gres_used).filter(({ word }) => word === gpu?.word);
  const why = whyNoJobs(one.state, one.state_flags, one.reason);
  return {
    name: one.name,
    gpuType: gpu && Object.hasOwn(gpuMap, gpu.word) ? (gpuMap[gpu.word] ?? null) : null,
    gpus: gpu?.count ?? 0,
    gpusInUse: used.reduce((sum, { count }) => sum + count, 0),
    takesJobs: why === "",
    why,
  };
}
