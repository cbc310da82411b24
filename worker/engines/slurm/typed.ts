import { z } from "zod";
import { type Answers, job, node, pastJob, statistics } from "./answers";
import type { JobRequest } from "./job-request";

// v0.0.40 to v0.0.45: numbers that may be unset are objects, and states are lists. Read into the form of v0.0.38.

/** Null: unset, or without limit. */
const number = z
  .object({ set: z.boolean(), infinite: z.boolean(), number: z.number() })
  .transform(({ set, infinite, number: value }) => (set && !infinite ? value : null));

const known = number.pipe(z.number());

/** Null: not yet, or never. */
const seconds = number.transform((value) => (value && value > 0 ? value : null));

/** Marks of a job's state, in the order in which Slurm itself chooses one word (`job_state_string`). */
const MARKS = [
  ...["COMPLETING", "STAGE_OUT", "CONFIGURING", "RESIZING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT"],
  ...["STOPPED", "REVOKED", "RESV_DEL_HOLD", "SIGNALING"],
];

/** Word of a state: the state itself is first, its marks follow. */
const state = z.array(z.string()).transform((words) => MARKS.find((mark) => words.includes(mark)) ?? words[0] ?? "");

/** v0.0.40 has a list of its own for the nodes. */
const resources = z
  .object({
    allocated_nodes: z.array(z.object({ nodename: z.string() })).default([]),
    nodes: z
      .union([z.string(), z.object({ allocation: z.array(z.object({ name: z.string() })).default([]) })])
      .optional(),
  })
  .nullish()
  .transform((found) => {
    const later = typeof found?.nodes === "object" ? found.nodes.allocation : [];
    return { allocated_nodes: [...(found?.allocated_nodes ?? []), ...later.map(({ name }) => ({ nodename: name }))] };
  });

const typedJob = job.extend({
  ...{ job_state: state, submit_time: known, start_time: seconds, end_time: seconds, job_resources: resources },
  exit_code: z
    .object({ return_code: number })
    .nullish()
    .transform((code) => (code?.return_code ?? 0) << 8),
});

const typedNode = node
  .omit({ state_flags: true })
  .extend({ state: z.array(z.string()) })
  .transform(({ state: [first = "unknown", ...marks], ...one }) => ({ ...one, state: first, state_flags: marks }));

const typedPartition = z
  .object({
    name: z.string(),
    partition: z.object({ state: z.array(z.string()) }),
    maximums: z.object({ time: number }),
    /** From v0.0.45 on. */
    preempt_mode: z.array(z.string()).optional(),
  })
  .transform(({ name, partition, maximums, preempt_mode: modes = ["CLUSTER_GLOBAL"] }) => ({
    ...{ name, state: partition.state.join(", "), max_time_limit: maximums.time },
    preemption_mode: modes.includes("CLUSTER_GLOBAL") ? null : modes,
  }));

export const typedAnswers: Answers = {
  // Without a time it is no list, so the absence of jobs would mean nothing.
  jobs: z.object({ jobs: z.array(typedJob), last_update: number.pipe(z.number().positive()) }),
  past: z.object({ jobs: z.array(pastJob.extend({ state: pastJob.shape.state.extend({ current: state }) })) }),
  nodes: z.object({ nodes: z.array(typedNode) }),
  diag: z.object({ statistics: statistics.extend({ req_time: known }) }),
  partitions: z.object({ partitions: z.array(typedPartition) }),
};

/** Body of a submission. The script stands in the job, since elsewhere some versions warn of it. */
export function typedRequest({
  script,
  job: { gres, nodes, memory_per_node, time_limit, environment, ...same },
}: JobRequest): object {
  return {
    job: {
      ...same,
      script,
      tres_per_node: `gres/${gres}`,
      ...(nodes ? { nodes: nodes.join("-") } : {}),
      ...(memory_per_node === undefined ? {} : { memory_per_node: typedNumber(memory_per_node) }),
      time_limit: typedNumber(time_limit),
      environment: Object.entries(environment).map((pair) => pair.join("=")),
    },
  };
}

function typedNumber(value: number): object {
  return { set: true, infinite: false, number: value };
}
