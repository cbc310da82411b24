import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProbeLine } from "~/compute/engine";
import type { SlurmJob } from "./answers";
import { KNOWN_VERSIONS, versionOf } from "./families";
import { jobIdOf, trialLack, trialRequest } from "./job-request";
import type { SlurmSettings } from "~/compute/slurm-settings";
import { fault, lookAtClock, lookAtToken, ok, ProbeLines, warning } from "../probe-lines";
import { errorWords, isOver, type SlurmAccess, SlurmRest } from "./slurm-rest";
import { gpusOf, PLACE_PREFIX, stateOf, whyNoJobs } from "./words";

/** Time for the trial job to start and end. */
const TRIAL_MS = 20_000;
const LOOK_MS = 300;

type Found = Omit<ProbeLine, "what">;

/** Checks everything that Millrace needs of a site, one line each; a failed check is a line, too. */
export async function probeSlurm(settings: SlurmSettings, access: SlurmAccess): Promise<ProbeLine[]> {
  // Its own connection, so that an operator's check is not refused because of earlier failures.
  const rest = new SlurmRest(access);
  const probe = new ProbeLines();
  await probe.look("Token", () => lookAtToken(access));
  if (!(await probe.look("Version", () => lookAtVersion(rest)))) return probe.lines;
  if (!(await probe.look("Authorization", () => lookAtController(rest, access)))) return probe.lines;
  await probe.look("Partition", () => lookAtPartition(rest, settings));
  await probe.look("GPUs", () => lookAtNodes(rest, settings));
  await probe.look("Accounting", () => lookAtAccounting(rest, settings, access));
  await probe.look("Trial job", async () => {
    const warnings: string[] = [];
    const found = await tryJob(rest, settings, access.home, warnings);
    if (warnings.length === 0) return found;
    return {
      ...found,
      state: found.state === "fault" ? "fault" : "warning",
      text: `${found.text}; Slurm warns: ${warnings.join("; ")}`,
    };
  });
  return probe.lines;
}

async function lookAtVersion(rest: SlurmRest): Promise<Found> {
  const offered = await rest.versions();
  const version = versionOf(offered);
  if (!version) return fault(`${offered.join(", ")}; we know ${KNOWN_VERSIONS.join(", ")}`);
  return ok(`${version} of ${offered.join(", ")}`);
}

async function lookAtController(rest: SlurmRest, { user, now }: SlurmAccess): Promise<Found> {
  const { statistics } = await rest.read("slurm/diag", "diag");
  return lookAtClock(`slurmctld answers ${user}`, statistics.req_time * 1000, now());
}

async function lookAtPartition(rest: SlurmRest, { partition, longestSeconds }: SlurmSettings): Promise<Found> {
  const { partitions } = await rest.read("slurm/partitions", "partitions");
  const found = partitions.find(({ name }) => name === partition);
  if (!found) return fault(`there is no ${partition}, only ${partitions.map(({ name }) => name).join(", ")}`);
  if (found.state !== "UP") return fault(`${partition} is ${found.state}`);
  const minutes = found.max_time_limit ?? -1;
  const notes = [
    ...(minutes >= 0 && minutes * 60 < longestSeconds
      ? [`it ends jobs after ${minutes} min: longest is ${longestSeconds / 60} min`]
      : []),
    ...(found.preemption_mode?.some((mode) => !/^(disabled|off)$/i.test(mode)) ? ["its jobs may be pre-empted"] : []),
  ];
  const limit = minutes < 0 ? "without a time limit" : `up to ${minutes} min`;
  return notes.length > 0
    ? warning(`${partition}: ${notes.join("; ")}`)
    : ok(
        `${partition} is up, ${limit}, ${found.preemption_mode ? "without pre-emption" : "and may have pre-emption: the API does not say"}`,
      );
}

async function lookAtNodes(rest: SlurmRest, { partition, gpuMap }: SlurmSettings): Promise<Found> {
  const { nodes } = await rest.read("slurm/nodes", "nodes");
  const ours = nodes.filter(({ partitions }) => partitions.includes(partition));
  const gpus = ours.flatMap((node) => gpusOf(node.gres).map((gpu) => ({ ...gpu, node })));
  const closed = ours.filter((node) => whyNoJobs(node.state, node.state_flags, node.reason) !== "").length;
  const words = [...new Set(gpus.map(({ word }) => word))].map((word) => {
    const of = gpus.filter((gpu) => gpu.word === word);
    const count = of.reduce((sum, gpu) => sum + gpu.count, 0);
    return `${count} × ${word || "gpu"} on ${of.length} nodes ${Object.hasOwn(gpuMap, word) ? `= ${gpuMap[word]}` : "left out: no GPU type is mapped to it"}`;
  });
  if (!gpus.some(({ word }) => Object.hasOwn(gpuMap, word)))
    return fault(words.join("; ") || `${ours.length} nodes without GPUs`);
  const all = [...words, ...(closed > 0 ? [`${closed} nodes take no jobs now`] : [])].join("; ");
  return closed > 0 || gpus.some(({ word }) => !Object.hasOwn(gpuMap, word)) ? warning(all) : ok(all);
}

async function lookAtAccounting(rest: SlurmRest, { accounting }: SlurmSettings, { now }: SlurmAccess): Promise<Found> {
  if (!accounting) return warning("none: the end of a job that Slurm has forgotten is not known");
  const sinceTs = Math.floor(now().getTime() / 1000);
  await rest.read(`slurmdb/jobs?job_name=${PLACE_PREFIX}none&start_time=uts${sinceTs}`, "past");
  return ok("slurmdbd answers");
}

/** Runs a short job on one machine. One that does not start soon is cancelled: the partition may be full. */
async function tryJob(rest: SlurmRest, settings: SlurmSettings, home: string, warnings: string[]): Promise<Found> {
  const name = `${PLACE_PREFIX}probe-${randomUUID()}`;
  const body = trialRequest(name, settings, home);
  const id = await rest.call({ method: "POST", path: "slurm/job/submit", body }, (answer) => {
    // A field that Slurm does not know, or ignores.
    warnings.push(...answer.warnings);
    return jobIdOf(answer);
  });
  let job;
  try {
    job = await untilEnded(rest, { id, name });
  } catch (error) {
    await cancel(rest, id);
    throw error;
  }
  if (!job) return fault(`job ${id} was taken and is not there`);
  const state = stateOf(job.job_state);
  if (state?.state !== "ended") {
    await cancel(rest, id);
    return warning(`taken; no machine was tried, because it waited for ${job.state_reason || "a machine"}`);
  }
  if (state.end === "failed") return fault(`on ${job.nodes}: ${trialLack((job.exit_code ?? 0) >> 8, settings, home)}`);
  if (state.end !== "done") return fault(`it ended as ${job.job_state}`);
  const ran = `on ${job.nodes}: the agent is there, tasks can be kept apart, and Millrace is reached`;
  if (!job.requeue) return ok(ran);
  return warning(
    `${ran}; the site runs jobs again after a fault (JobRequeue), which costs it GPU time and does nothing`,
  );
}

/** Returns the job as it was last seen; null if it is not there. */
async function untilEnded(rest: SlurmRest, { id, name }: { id: string; name: string }): Promise<SlurmJob | null> {
  const untilMs = performance.now() + TRIAL_MS;
  for (;;) {
    const { jobs } = await rest.read(`slurm/job/${id}`, "jobs");
    const job = jobs.find((one) => one.name === name) ?? null;
    if (!job || stateOf(job.job_state)?.state === "ended" || performance.now() >= untilMs) return job;
    await sleep(LOOK_MS);
  }
}

async function cancel(rest: SlurmRest, id: string): Promise<void> {
  await rest.call({ method: "DELETE", path: `slurm/job/${id}` }, (answer) => {
    if (!isOver(answer)) throw new Error(`job ${id} was taken and cannot be cancelled: ${errorWords(answer)}`);
  });
}
