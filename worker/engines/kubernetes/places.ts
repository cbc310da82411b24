import type { EngineEnd, EnginePlace, EngineReason, EngineRef } from "~/compute/engine";
import type { Pod, PodEvent, Workload } from "./answers";
import { endOf, PLACE_LABEL, RANK_LABEL, startOf, TASK_CONTAINER, waitOf } from "./words";

/** A Pod as it was seen last; `gone`: it was deleted since. */
export interface SeenPod {
  pod: Pod;
  gone: boolean;
}

/** Facts about Pods from elsewhere: Kueue's rows, and events of those that start. */
export interface Around {
  workloads: Workload[];
  events: PodEvent[];
}

type Member = Pick<EnginePlace, "state" | "end" | "by" | "reason" | "startedTs" | "endedTs">;

/** The first of these with which a Pod ended is the end of its gang: the other Pods follow that one. */
const TELLING: EngineEnd[] = ["node-lost", "preempted", "timeout", "out-of-memory", "cancelled", "failed", "done"];

/** The places of these Pods; null in place of one that has a Pod in a state that we do not know. */
export function placesOf(seen: SeenPod[], around: Around): (EnginePlace | null)[] {
  const names = [...new Set(seen.map(({ pod }) => pod.metadata.labels[PLACE_LABEL] ?? ""))].filter(
    (name) => name !== "",
  );
  return names.toSorted().map((name) => {
    const pods = seen.filter(({ pod }) => pod.metadata.labels[PLACE_LABEL] === name);
    return placeOf(name, latestByRank(pods), around);
  });
}

/** Picks one Pod for each rank. Of two the later counts: the other was deleted before. */
function latestByRank(pods: SeenPod[]): SeenPod[] {
  const byRank = new Map<string, SeenPod>();
  const inTime = pods.toSorted(
    (one, other) => Number(other.gone) - Number(one.gone) || createdTs(one) - createdTs(other),
  );
  for (const one of inTime) byRank.set(one.pod.metadata.labels[RANK_LABEL] ?? "", one);
  return [...byRank].toSorted(([one], [other]) => Number(one) - Number(other)).map(([, pod]) => pod);
}

function createdTs({ pod }: SeenPod): number {
  return pod.metadata.creationTimestamp ?? 0;
}

function placeOf(name: string, pods: SeenPod[], around: Around): EnginePlace | null {
  const members = pods.map((one) => memberOf(one, around));
  const known = members.filter((member) => member !== null);
  const [first] = pods;
  if (!first || known.length < members.length) return null;
  const telling = known.find(({ end }) => end === TELLING.find((one) => known.some((member) => member.end === one)));
  const of = (state: EnginePlace["state"]) => known.find((member) => member.state === state);
  // The Pods of a gang end with its first one, and start with its last.
  const all = known.every(({ state }) => state === "ended") && telling;
  const leads = all || of("ended") || of("ending") || of("waiting") || of("starting") || known[0];
  if (!leads) return null;
  const state = all ? "ended" : leads.state === "ended" ? "ending" : leads.state;
  return {
    ref: refOf(name, first.pod),
    state,
    reason: reasonOf(known, leads),
    startsAboutTs: null,
    startedTs: lastOf(known.map((member) => member.startedTs)),
    endedTs: all ? lastOf(known.map(({ endedTs }) => endedTs)) : null,
    end: all ? all.end : null,
    by: all ? all.by : null,
    // Only the machine knows which GPUs a Pod has; its agent reports them.
    members: pods.flatMap(({ pod }) => (pod.spec.nodeName ? [{ node: pod.spec.nodeName, gpus: [] }] : [])),
  };
}

function lastOf(times: (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** A Pod that cannot start holds up the whole gang. */
function reasonOf(members: Member[], leads: Member): EngineReason {
  return members.find(({ reason }) => reason.kind === "launch-failed")?.reason ?? leads.reason;
}

export function refOf(name: string, { metadata: { uid, creationTimestamp } }: Pod): EngineRef {
  return { name, externalId: uid, submittedTs: creationTimestamp ?? 0 };
}

/** Null: Kubernetes uses a word for its state that we do not know, which shows nothing about the place. */
function memberOf({ pod, gone }: SeenPod, { workloads, events }: Around): Member | null {
  const { metadata, status, spec } = pod;
  const task = status.containerStatuses.find(({ name }) => name === TASK_CONTAINER)?.state;
  const startedTs = task?.running?.startedAt ?? task?.terminated?.startedAt ?? null;
  const living = { end: null, by: null, startedTs, endedTs: null };
  if (gone || status.phase === "Succeeded" || status.phase === "Failed") {
    const endedTs = task?.terminated?.finishedAt ?? metadata.deletionTimestamp;
    return { state: "ended", ...endOf(pod), startedTs, endedTs };
  }
  if (metadata.deletionTimestamp !== null) return { ...living, state: "ending", reason: endOf(pod).reason };
  if (status.phase === "Running") return { ...living, state: "running", reason: { kind: "other", word: "Running" } };
  if (status.phase !== "Pending") return null;
  if (spec.nodeName === "") {
    const workload = workloads.find(({ metadata: { ownerReferences } }) =>
      ownerReferences.some(({ uid }) => uid === metadata.uid),
    );
    return { ...living, state: "waiting", reason: waitOf(pod, workload) };
  }
  const event = events
    .filter(({ involvedObject }) => involvedObject.uid === metadata.uid)
    .toSorted((one, other) => eventTs(one) - eventTs(other))
    .at(-1);
  const reason = startOf(pod, event);
  // Its machine tries again: meanwhile it waits, and its reason is shown.
  return { ...living, state: reason.kind === "launch-failed" ? "waiting" : "starting", reason };
}

export function eventTs({ lastTimestamp, eventTime }: PodEvent): number {
  return lastTimestamp ?? eventTime ?? 0;
}
